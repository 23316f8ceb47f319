import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '../src/index.ts'
import { auditContract } from '../src/kernel/audit.ts'
import { collection } from '../src/kernel/collection.ts'
import type { EndpointSpec } from '../src/kernel/endpoint.ts'
import { nullable, queryInteger, text } from '../src/kernel/schema.ts'

const sound: EndpointSpec = {
  operationId: 'readThing',
  method: 'get',
  path: '/things/{thing_id}',
  tag: 'Assets',
  summary: 'Read a thing',
  permission: 'assets:read',
  success: { status: 204 },
}
const audit = (...endpoints: Partial<EndpointSpec>[]) =>
  auditContract({
    things: Object.fromEntries(endpoints.map((endpoint, at) => [`e${at}`, { ...sound, ...endpoint }])),
  })

let names = 0
/** An object with one member and a unique name. */
const around = (member: z.ZodType) => z.strictObject({ member }).meta({ id: `Planted${names++}` })
const inBody = (member: z.ZodType) => audit({ method: 'post', body: around(member) })
const inReply = (member: z.ZodType) => audit({ success: { status: 200, body: around(member) } })
const inQuery = (member: z.ZodType) => audit({ query: z.strictObject({ member }) })
const colour = z.enum(['red']).meta({ id: 'Colour' })
const kind = (value: string) => z.strictObject({ kind: z.literal(value) }).meta({ id: `Kind${value}` })

const constructs: [construct: string, errors: () => string[], error: RegExp][] = [
  ['.nullable()', () => inBody(colour.nullable()), /body\/member: \.nullable\(\)/],
  ['a literal of two values', () => inBody(z.literal(['a', 'b'])), /z\.literal\(\) of several/],
  ['a null literal', () => inBody(z.literal(null)), /z\.literal\(\) of several/],
  ['z.int32()', () => inBody(z.int32()), /z\.int32\(\) is emitted without its range/],
  ['multipleOf', () => inBody(z.number().multipleOf(5)), /the check multiple_of is not emitted/],
  ['startsWith', () => inBody(z.string().startsWith('a')), /the text format starts_with/],
  ['z.email()', () => inBody(z.email()), /the text format email/],
  ['regex flags', () => inBody(z.string().regex(/a/i)), /the regex flags i are not emitted/],
  ['a regex without u', () => inBody(z.string().regex(/a{,2}/)), /under which it is a syntax error/],
  ['two regexes', () => inBody(z.string().regex(/a/).regex(/b/)), /only the first regex/],
  ['a regex on a format', () => inBody(z.iso.date().regex(/^2/)), /takes the place of the format/],
  ['a time without offset', () => inBody(z.iso.datetime({ local: true })), /a local time/],
  ['a time in UTC only', () => inBody(z.iso.datetime()), /allows any offset/],
  ['a length in UTF-16 units', () => inBody(z.string().max(9)), /\.max\(\) counts UTF-16 units/],
  ['a least length in UTF-16 units', () => inBody(z.string().min(2)), /\.min\(\) counts UTF-16 units/],
  ['a list of exact length', () => inBody(z.array(z.string()).length(2)), /length_equals is not emitted/],
  ['a record over an enum', () => inBody(z.record(colour, z.string())), /the keys of z\.record/],
  ['exactOptional', () => inBody(z.string().exactOptional()), /exactOptional/],
  ['z.xor()', () => inBody(z.xor([z.string(), z.boolean()])), /z\.xor/],
  ['a tuple', () => inBody(z.tuple([z.string()])), /z\.tuple\(\) is not known/],
  ['an intersection', () => inBody(z.intersection(colour, colour)), /z\.intersection\(\) is not known/],
  ['a date object', () => inBody(z.date()), /z\.date\(\) is not known/],
  [
    'a nullable discriminated union',
    () => inBody(nullable(z.discriminatedUnion('kind', [kind('a'), kind('b')]))),
    /loses its discriminator/,
  ],
  ['z.coerce', () => inQuery(z.coerce.number()), /query\/member: z\.coerce/],
  ['z.json()', () => inBody(z.json()), /z\.lazy\(\) and z\.json\(\)/],
  ['z.unknown() as a member', () => inBody(z.unknown()), /a member of z\.unknown/],
  ['an undocumented refine', () => inBody(z.string().refine(Boolean)), /\.refine\(\) is invisible/],
  ['a transform in a reply', () => inReply(z.string().transform(Number)), /a reply has no transform/],
  ['a transform in a body', () => inBody(z.string().transform(Number)), /a transform hides/],
  ['preprocess in a body', () => inBody(queryInteger(z.int())), /a transform hides/],
  ['a default in a reply', () => inReply(z.string().default('x')), /a reply has no default/],
  ['z.catch()', () => inBody(z.string().catch('x')), /z\.catch\(\) is not known/],
  ['z.coerce in a reply', () => inReply(z.coerce.string()), /reply\/member: z\.coerce/],
  ['an object without a name', () => inBody(z.strictObject({})), /an object without a name/],
  [
    'an enum without a name',
    () => inReply(z.array(z.enum(['a']))),
    /reply\/member\/\[\]: an enum without a name/,
  ],
  ['a catchall', () => inBody(z.object({}).catchall(z.string())), /z\.catchall/],
  ['a change after the name', () => inBody(colour.describe('Other')), /loses the name and inlines a copy/],
  [
    '.partial() of defaults',
    () => audit({ method: 'patch', body: z.strictObject({ a: z.string().default('x') }).partial() }),
    /\.partial\(\) keeps defaults/,
  ],
  [
    'two schemas with one name',
    () => inBody(z.union([z.enum(['a']).meta({ id: 'Twice' }), z.enum(['b']).meta({ id: 'Twice' })])),
    /another schema at .* is named Twice too/,
  ],
]

const things = collection({ filters: {}, sort: [] })
const list = {
  query: things.query,
  collection: things,
  success: { status: 200, body: z.array(colour) },
} as const
const made = { status: 201, body: z.object({ id: text(26) }).meta({ id: 'Made' }) } as const
const rules: [rule: string, errors: () => string[], error: RegExp][] = [
  [
    'two with one operationId',
    () => audit({}, { method: 'delete' }),
    /e0, things\.e1: the same operationId readThing/,
  ],
  [
    'two with one path',
    () => audit({}, { operationId: 'other' }),
    /the same operation GET \/things\/\{thing_id\}/,
  ],
  [
    'a path behind a parameter',
    () => audit({}, { operationId: 'other', path: '/things/summary' }),
    /e1: \/things\/summary is never reached behind/,
  ],
  [
    'a query and a body',
    () => audit({ ...list, method: 'post', body: around(text(9)) }),
    /has a query and a body/,
  ],
  ['a GET with a body', () => audit({ body: around(text(9)) }), /is a GET with a body/],
  ['a tag without operations', () => audit({}), /tag Users: no operation has it/],
  ['a list without collection', () => audit({ success: list.success }), /a list without `collection`/],
  ['what is whole and no list', () => audit({ whole: true }), /is `whole` and no list/],
  ['a whole list with a collection', () => audit({ ...list, whole: true }), /is `whole` and no list/],
  ['a collection without list', () => audit({ ...list, success: { status: 204 } }), /answers no list/],
  ['another query', () => audit({ ...list, query: around(text(9)) }), /another query than its collection/],
  [
    '201 to PATCH',
    () => audit({ method: 'patch', success: { status: 201, body: colour } }),
    /201 to another method/,
  ],
  [
    'a new record that nothing reads',
    () => audit({ method: 'post', path: '/others', success: made }),
    /e0: nothing reads \/others\/\{id\}/,
  ],
  [
    'a location that nothing reads',
    () => audit({ method: 'post', path: '/others', success: made, location: '/elsewhere/{other_id}' }),
    /e0: nothing reads \/elsewhere\/\{other_id\}/,
  ],
  [
    'a location that follows from the path',
    () =>
      audit(
        {},
        { method: 'post', operationId: 'made', path: '/things', success: made, location: '/things/{id}' },
      ),
    /e1: a `location` that follows/,
  ],
  [
    'a location of nothing new',
    () => audit({ location: '/things/{thing_id}' }),
    /e0: a `location` without a new record/,
  ],
  ['a summary with a full stop', () => audit({ summary: 'Read it.' }), /one with a full stop/],
  ['an operationId of another case', () => audit({ operationId: 'Read_it' }), /not camelCase: Read_it/],
]

describe('the audit', () => {
  test('has nothing to say about the contract', () => {
    expect(auditContract(contract)).toEqual([])
  })

  test.for(constructs)('refuses %s', ([, errors, error]) => {
    expect(errors().filter((line) => error.test(line))).toHaveLength(1)
  })

  test.for(rules)('refuses %s', ([, errors, error]) => {
    expect(errors().filter((line) => error.test(line))).toHaveLength(1)
  })

  test('lets through what is emitted faithfully', () => {
    const errors = [
      inBody(nullable(colour)),
      inBody(text(9)),
      inQuery(queryInteger(z.int())),
      audit(list),
      audit(
        {},
        { operationId: 'made', method: 'post', path: '/others', success: made, location: '/things/{id}' },
      ),
      audit({ method: 'post', path: '/others', success: made, location: null }),
    ].flat()
    expect(errors.filter((line) => !line.startsWith('tag '))).toEqual([])
  })
})
