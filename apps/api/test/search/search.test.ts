import { recordTypes } from '@commonhold/contract'
import { expect, test, vi } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { ReadPool } from '../../src/db/read-pool.ts'
import { refusal } from '../work/desk.ts'
import { makers, newWord, oneOfEach, useSearchDesk } from './world.ts'

const desk = useSearchDesk()

const titles = (found: readonly { title: string | null }[]) => found.map(({ title }) => title)

test('a word finds records of every kind, each with what tells it from others', async () => {
  const word = newWord()
  const made = await oneOfEach(desk(), word)
  const found = await desk().client.search.list({ q: word })
  expect(Object.fromEntries(found.map(({ type, id }) => [type, id]))).toEqual(made)
  expect(found.map(({ type }) => type)).toEqual(
    // The person is last because its name has a second word.
    [...recordTypes.filter((type) => type !== 'person'), 'person'],
  )
  const asset = await desk().client.assets.get({ asset_id: made.asset ?? '' })
  expect(found[0]).toEqual({
    type: 'asset',
    id: asset.id,
    title: word,
    subtitle: `${asset.asset_tag} · ${asset.serial_number}`,
    matched: 'exact',
  })
})

test('exact names and codes come first, then beginnings, then words', async () => {
  const make = makers(desk())
  const [word, other] = [newWord(), newWord()]
  await make.asset(`Old ${word}`)
  await make.asset(`${word} new`)
  await make.asset(`By tag ${other}`, { asset_tag: word })
  await make.location(`By code ${other}`, word.toUpperCase())
  await make.asset(`By serial number ${other}`, { serial_number: `${word}-7` })
  await make.location(word)
  const found = await desk().client.search.list({ q: word })
  expect(found.map(({ matched, title }) => [matched, title])).toEqual([
    ['exact', `By tag ${other}`],
    ['exact', word],
    ['exact', `By code ${other}`],
    ['prefix', `By serial number ${other}`],
    ['prefix', `${word} new`],
    ['words', `Old ${word}`],
  ])
})

test('each word begins a word or a code, whatever its case, accents and order', async () => {
  const make = makers(desk())
  const tail = newWord()
  const asset = await make.asset(`Núñez mail01.${tail}.example.com`, { serial_number: `SN/${tail}` })
  const find = async (q: string) => titles(await desk().client.search.list({ q, types: ['asset'] }))
  for (const q of [
    `nunez ${tail}`,
    `${tail} NÚÑ`,
    `mail01.${tail}`,
    `mail ${tail}.exa`,
    `nunez sn/${tail}`,
    `com ${tail}`,
    `  núñez   mail01.${tail}.example.com `,
  ])
    expect([q, await find(q)]).toEqual([q, [asset.name]])
  for (const q of [`ail01 ${tail}`, `nunez ${tail}x`, `unez ${tail}`, `% ${tail}`, `_ ${tail}`])
    expect([q, await find(q)]).toEqual([q, []])
})

test('models, projects and users, which have no words of their own, are found alike', async () => {
  const { client } = desk()
  const tail = newWord()
  const model = await client.assetModels.create({
    name: `Núñez mail01.${tail}.example.com`,
    manufacturer: `(Maker) ${tail}`,
    model_number: `MN/${tail}`,
    tracking_type: 'countable',
  })
  const find = async (q: string) => titles(await client.search.list({ q, types: ['asset_model'] }))
  for (const q of [
    `nunez ${tail}`,
    `${tail} NÚÑ maker`,
    `mail ${tail}.exa`,
    `mn/${tail}`,
    `(maker nunez ${tail}`,
    `com ${tail}`,
    `${tail} (maker) mn`,
  ])
    expect([q, await find(q)]).toEqual([q, [model.name]])
  for (const q of [`ail01 ${tail}`, `nunez ${tail}x`, `unez ${tail}`, `% ${tail}`, `_ ${tail}`, `/ ${tail}`])
    expect([q, await find(q)]).toEqual([q, []])
  const matched = async (q: string) =>
    (await client.search.list({ q, types: ['asset_model'] })).map((found) => found.matched)
  expect(await matched(model.name)).toEqual(['exact'])
  expect(await matched(`mn/${tail.slice(0, -1)}`)).toEqual(['prefix'])
  expect(await matched(tail)).toEqual(['words'])
})

test('a change of names and codes counts at once, and what is gone is not found', async () => {
  const make = makers(desk())
  const [before, after] = [newWord(), newWord()]
  const asset = await make.asset(before)
  const issue = await make.issue(before)
  const person = await make.person(before, 'Lee')
  const found = async (q: string) => (await desk().client.search.list({ q })).map(({ id }) => id).sort()
  expect(await found(before)).toEqual([asset.id, issue.id, person.id].sort())
  await desk().client.assets.update({ asset_id: asset.id }, { name: after })
  await desk().client.issues.update({ issue_id: issue.id }, { title: after })
  const [identity] = await desk().client.persons.identities.list({ person_id: person.id })
  await desk().client.identities.update({ identity_id: identity?.id ?? '' }, { first_name: after })
  expect(await found(before)).toEqual([])
  expect(await found(after)).toEqual([asset.id, issue.id, person.id].sort())
  await desk().client.assets.delete({ asset_id: asset.id })
  expect(await found(after)).toEqual([issue.id, person.id].sort())
})

test('archived records are left out, and are found again when they are restored', async () => {
  const word = newWord()
  const made = await oneOfEach(desk(), word)
  const { client } = desk()
  const location_id = made.location ?? ''
  const types = ['location'] as const
  await client.locations.archive({ location_id })
  expect(await client.search.list({ q: word, types: [...types] })).toEqual([])
  await client.locations.restore({ location_id })
  expect(titles(await client.search.list({ q: word, types: [...types] }))).toEqual([word])
  await client.issues.archive({ issue_id: made.issue ?? '' })
  await client.assetModels.archive({ asset_model_id: made.asset_model ?? '' })
  await client.persons.archive({ person_id: made.person ?? '' })
  const left = (await client.search.list({ q: word })).map(({ type }) => type)
  expect(left).not.toEqual(expect.arrayContaining(['issue']))
  expect(left).not.toEqual(expect.arrayContaining(['asset_model']))
  expect(left).not.toEqual(expect.arrayContaining(['person']))
})

test('kinds are named once, several times, or with commas', async () => {
  const word = newWord()
  await oneOfEach(desk(), word)
  const { address } = desk().service
  const send = async (query: string) => {
    const answer = await fetch(`${address}/search?q=${word}&${query}`, {
      headers: { authorization: `Bearer ${desk().owner.token}`, 'x-tenant-id': desk().tenantId },
    })
    const body = (await answer.json()) as { type: string }[] & { errors?: unknown }
    return answer.status === 200 ? body.map(({ type }) => type) : [answer.status, body.errors]
  }
  expect(await send('types=asset')).toEqual(['asset'])
  expect(await send('types=asset&types=school')).toEqual(['asset', 'school'])
  expect(await send('types=asset,school')).toEqual(['asset', 'school'])
  expect(await send('types=asset,tenant')).toEqual([
    422,
    [
      expect.objectContaining({
        in: 'query',
        pointer: 'types',
        code: 'not_allowed_value',
        allowed: [...recordTypes],
      }),
    ],
  ])
})

test('the limit is of the whole answer, and equally good matches of several kinds take turns', async () => {
  const make = makers(desk())
  const word = newWord()
  for (const place of [1, 2, 3, 4]) await make.asset(`Asset ${place} ${word}`)
  for (const place of [1, 2]) await make.location(`Place ${place} ${word}`)
  const found = await desk().client.search.list({ q: word, limit: 3 })
  expect(titles(found)).toEqual([`Asset 4 ${word}`, `Place 2 ${word}`, `Asset 3 ${word}`])
  expect(await desk().client.search.list({ q: word, limit: 100 })).toHaveLength(6)
  for (const limit of [0, 101])
    expect(await refusal(desk().client.search.list({ q: word, limit }))).toEqual([
      422,
      'validation_failed',
      ['limit out_of_range'],
    ])
  expect(await refusal(desk().client.search.list({ q: ' ' }))).toEqual([
    422,
    'validation_failed',
    ['q too_short'],
  ])
})

test.each<[what: string, send: () => Promise<unknown>]>([
  ['a search for one word', () => desk().client.search.list({ q: 'laptop' })],
  ['a search for several words', () => desk().client.search.list({ q: 'laptop lee 7' })],
  ['a search of some kinds', () => desk().client.search.list({ q: 'laptop', types: ['issue', 'user'] })],
  ['a code', () => desk().client.codes.get({ code: 'A-1' })],
  ['an id', () => desk().client.codes.get({ code: newId() })],
  ['an address', () => desk().client.codes.get({ code: `https://any.host/t/x/assets/${newId()}` })],
])('%s is one statement', async (_, send) => {
  const sent = vi.spyOn(ReadPool.prototype, 'query')
  try {
    await send()
    expect(sent).toHaveBeenCalledTimes(1)
  } finally {
    sent.mockRestore()
  }
})
