import { isInputRule } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { errorCodesIn, validCall } from './calls.ts'
import { operations } from './operations.ts'
import { membersOf } from './reply-rules.ts'
import { inner, shapeOf } from './schema-walk.ts'
import { send, useWorlds } from './worlds.ts'

const worlds = useWorlds()

/** True for a text of one line, with the schema `name()`, `line()` or one made from them. */
const isLineText = (schema: z.core.$ZodType): boolean => {
  const plain = inner(schema)
  return (
    plain instanceof z.ZodString &&
    (plain.def.checks ?? []).some(({ _zod: { def } }) => 'fn' in def && isInputRule(def.fn))
  )
}

const lines = operations.flatMap(({ group, name, place, endpoint }) =>
  Object.entries(shapeOf(endpoint.body))
    .filter(([, schema]) => isLineText(schema))
    .map(([member]) => ({ group, name, place, endpoint, member })),
)

const unseen = [
  '\n',
  '\u0007',
  '\u200b',
  '\u2028',
  '\u202e',
  '\u2066',
  '\ufeff',
  '\u00ad',
  '\u3164',
  '\u2800',
]

describe.each(lines)('$place with $member', ({ group, name, place, endpoint, member }) => {
  /** Sends the operation with a value in the member; every other member is valid. */
  const sending = async (): Promise<(value: string) => ReturnType<typeof send>> => {
    const call = await validCall(worlds.mine, { group, name, place, endpoint })
    return (value) =>
      send(worlds.mine, endpoint, { ...call, body: { ...Object(call.body), [member]: value } })
  }

  test('takes one line of characters that are seen', async () => {
    const sendWith = await sending()
    const before = await worlds.fingerprint()
    for (const character of unseen)
      expect([character, errorCodesIn(await sendWith(`A${character}b`))]).toEqual([
        character,
        [`body /${member} invalid_format`],
      ])
    expect(await worlds.fingerprint()).toBe(before)
  })
})

const named = lines.filter(({ name, member }) => name === 'create' && ['name', 'title'].includes(member))

describe.each(named)('$place with a $member in another spelling', ({ group, member, endpoint }) => {
  test('stores it in NFC, without joiners that nobody sees', async () => {
    const unique = worlds.mine.unique()
    const call = await validCall(worlds.mine, { group, name: 'create', place: '', endpoint })
    const answer = await send(worlds.mine, endpoint, {
      ...call,
      body: { ...Object(call.body), [member]: ` ${unique} Cafe\u0301\u200c\u200d ` },
    })
    expect([answer.status, errorCodesIn(answer)]).toEqual([201, []])
    expect(membersOf(answer.json)[member]).toBe(`${unique} Café`)
  })
})

test('every create with a name or a title is among them', () => {
  const creates = operations.filter(
    ({ endpoint: { method, success, body } }) =>
      method === 'post' &&
      success.status === 201 &&
      ['name', 'title'].some((member) => member in shapeOf(body)),
  )
  const covered = lines.map(({ place }) => place)
  expect(creates.map(({ place }) => place).filter((place) => !covered.includes(place))).toEqual([])
  expect(lines.length).toBeGreaterThan(60)
})
