import { i18n } from '@lingui/core'
import { describe, expect, it } from 'vitest'
import { numberOf, numberText } from '../../src/records/local-numbers.ts'

const speak = (locale: string) => i18n.loadAndActivate({ locale, messages: {} })

describe('a number in a field', () => {
  it.each([
    ['en', '499.90', 499.9],
    ['en', '1,500', 1500],
    ['en', '1,500.25', 1500.25],
    ['en', '-12', -12],
    ['en', '1,5', undefined],
    ['en', 'ten', undefined],
    ['de', '499,90', 499.9],
    ['de', '1.500', 1500],
    ['de', '1.234.567,5', 1_234_567.5],
    ['de', '52.52', 52.52],
    ['de', '-0,5', -0.5],
    ['de', '1,2,3', undefined],
    ['de', '1.23,5', undefined],
  ])('is read as the language writes it: %s, %s', (locale, text, value) => {
    speak(locale)
    expect(numberOf(text)).toBe(value)
  })

  it.each(['en', 'de'])('is written so that it is read again: %s', (locale) => {
    speak(locale)
    for (const value of [0, -1.5, 1500, 499.9, 1_234_567.125]) expect(numberOf(numberText(value))).toBe(value)
  })
})
