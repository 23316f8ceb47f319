import { expect, it } from 'vitest'
import { valueCodec } from '../../src/screens/configuration/codecs.ts'

it.each([
  ['a word', 'a word'],
  ['"5"', '5'],
  ['5', 5],
  ['true', true],
  ['"true"', 'true'],
  ['["a",1]', ['a', 1]],
  ['{broken', '{broken'],
])('the text %s is the value %j, and the other way round', (text, value) => {
  expect(valueCodec.toValue(text)).toEqual(value)
  expect(valueCodec.toText(value)).toBe(text)
})

it('no text is no value', () => {
  expect(valueCodec.toValue('  ')).toBe(null)
})
