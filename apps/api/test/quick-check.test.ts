import { Asset, AssetModel, Me } from '@commonhold/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { quickParse } from '../src/http/quick-check.ts'

const id = '01K5J7W3C8M2N4P6Q8R0S2T4V6'
const moment = '2026-01-31T12:00:00.000Z'

/** Values that the schemas of the contract accept or nearly accept, and arbitrary ones. */
const values = fc.oneof(
  fc.constantFrom<unknown>(
    ...['', ' ', 'a', ' a', 'a ', 'a'.repeat(255), 'a'.repeat(256), '💡'.repeat(255), '💡'.repeat(256)],
    ...[id, id.toLowerCase(), `${id}\n`, '81K5J7W3C8M2N4P6Q8R0S2T4V6', 'EUR', 'eur', 'active', 'constructor'],
    ...[moment, '2026-02-30T12:00:00.000Z', '2026-01-31T12:00:00Z', '2024-02-29', '2026-02-29', '0000-01-01'],
    ...[0, 1, -1, 1.5, 2 ** 31, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, -0, 12n],
    ...[true, false, null, undefined, [], {}, [null], Object.create(null), new Date(0)],
  ),
  fc.string(),
  fc.anything(),
)

const nullable = <S extends z.ZodType>(schema: S) => z.union([z.null(), schema])

test.each([
  ['an asset', Asset],
  ['an asset model', AssetModel],
  ['the current user', Me],
  ['a list', z.array(nullable(z.string().trim().min(1)))],
  ['a number', z.number()],
  ['a number within limits', z.number().gte(0).lte(2)],
  ['a whole number', z.int()],
  ['a day', z.iso.date()],
  [
    'limits',
    z.object({ a: z.number().gt(0).lt(2), b: z.int().min(0).max(9), c: z.number(), d: z.string().max(3) }),
  ],
  ['a wider union', z.object({ a: z.union([z.null(), z.string(), z.array(z.unknown())]) })],
  [
    'other constructs',
    z.object({ a: z.strictObject({ b: z.literal('x') }), c: z.record(z.string(), z.int()), d: z.unknown() }),
  ],
  [
    'a transformation',
    z.object({ a: z.string().toUpperCase(), b: z.string().transform((text) => text.length) }),
  ],
] as const)('%s is read as zod reads it, whatever it holds', (_, schema) => {
  const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
  const record = fc.record(Object.fromEntries([...names, 'undeclared'].map((name) => [name, values])))
  const list = fc.array(values)
  fc.assert(
    fc.property(fc.oneof(record, list, values), (value) => {
      expect(quickParse(schema, value)).toEqual(z.safeParse(schema, value))
    }),
    { numRuns: 2_000 },
  )
})

const asset = (changes: object) => ({
  ...Object.fromEntries(Object.keys((Asset as unknown as z.ZodObject).shape).map((name) => [name, null])),
  ...{ id, tenant_id: id, model_id: id, created_at: moment, updated_at: moment, version: 1 },
  ...{ name: 'Notebook', asset_tag: 'A-000001', quantity: 1, status: 'active' },
  ...{ available_quantity: 1, below_minimum: false, in_repair: false, hidden: [], external_ids: [] },
  ...changes,
})

/** The text members that are trimmed and normalised when they are sent, but returned as stored. */
const oneLine = Object.keys(asset({})).filter(
  (name) => Reflect.get(quickParse(Asset, asset({ [name]: 'a ' })).data ?? {}, name) === 'a ',
)

test('names that an earlier release stored are answered as they are', () => {
  expect(oneLine).toEqual(expect.arrayContaining(['name', 'asset_tag', 'serial_number']))
  for (const member of oneLine)
    for (const stored of ['a ', 'a\u200bb', 'e\u0301'])
      expect(quickParse(Asset, asset({ [member]: stored }))).toEqual({
        success: true,
        data: asset({ [member]: stored }),
      })
})

test('of a right record each member is looked at', () => {
  expect(quickParse(Asset, asset({ undeclared: 1 }))).toEqual({ success: true, data: asset({}) })
  const others = Object.keys(asset({})).filter((name) => !oneLine.includes(name))
  fc.assert(
    fc.property(fc.constantFrom(...others), values, (name, value) => {
      const changed = asset({ [name]: value })
      expect(quickParse(Asset, changed)).toEqual(z.safeParse(Asset, changed))
    }),
    { numRuns: 20_000 },
  )
})
