import fc from 'fast-check'

/** One change of a JSON value, at a value within it. */
export interface Mutation {
  readonly at: number
  readonly change: 'replace' | 'remove' | 'add'
  readonly value: unknown
}

/** Prefix of JSON that `JSON.stringify` cannot write: the text after it is inserted without quotes. */
const RAW = '@raw '

const deep = (levels: number): unknown => (levels === 0 ? null : [deep(levels - 1)])

/** Values that a schema, JSON, JavaScript or PostgreSQL may handle wrongly. */
export const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...[null, true, false, '', ' ', [], {}, [null], [[]], { a: { b: [] } }, deep(31), deep(40)],
    ...[0, -1, 1.5, 0.1 + 0.2, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 1e21, 1e300, -1e-300],
    ...['1e400', '-0', '1E2', '123456789012345678901234567890', '01', 'NaN'].map((text) => RAW + text),
    ...['a'.repeat(49), 'a'.repeat(256), 'x'.repeat(70_000), '💡'.repeat(300), 'a\u0301'.repeat(200)],
    ...['\0', 'a\0b', '\ud800', '\udc00a', '\u202eabc', '\u200b', 'a\nb', '\ufeff', '\u{10ffff}', '\u0085'],
    ...['__proto__', 'constructor', 'null', 'undefined', 'true', '0', '-1', '%', '{}', "'; select 1; --"],
    ...[
      '2026-02-30',
      '0000-01-01',
      '9999-12-31',
      '+010000-01-01',
      '2026-01-01T24:00:00Z',
      '2016-12-31T23:59:60Z',
    ],
    ...['9999-12-31T23:59:59.999-14:00', '0001-01-01T00:00:00+14:00', 'infinity', 'http://', 'javascript:1'],
    ...['81K5J7W3C8M2N4P6Q8R0S2T4V6', '01K5J7W3C8M2N4P6Q8R0S2T4V6', 'jamf:1', 'a@b', 'me', 'ME', 'ſ', 'K'],
    ...[Array.from({ length: 1_001 }, () => 0), Array.from({ length: 501 }, (_, at) => `a${at}`)],
    ...[
      { __proto__: null, constructor: 1, toString: 'x', hasOwnProperty: {} },
      { length: 1, 0: 'a' },
    ],
  ),
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
)

const addedNames = fc.constantFrom(
  'nonsense',
  'constructor',
  'tenant_id',
  'id',
  'version',
  'created_at',
  '',
  'ä',
)

/** Changes of any JSON value. */
export const mutations: fc.Arbitrary<Mutation> = fc.record(
  {
    at: fc.nat({ max: 1_000 }),
    change: fc.oneof(
      { weight: 4, arbitrary: fc.constant('replace' as const) },
      { weight: 1, arbitrary: fc.constant('remove' as const) },
      { weight: 1, arbitrary: fc.constant('add' as const) },
    ),
    value: fc.oneof({ weight: 6, arbitrary: oddValues }, { weight: 1, arbitrary: addedNames }),
  },
  { noNullPrototype: true },
)

/** The JSON text of a value, after the change if there is one. */
export function jsonOf(value: unknown, mutation: Mutation | null): string {
  const changed = mutation === null ? value : mutated(value, mutation)
  return JSON.stringify(changed ?? null).replaceAll(/"@raw ([^"]*)"/g, '$1')
}

function mutated(value: unknown, mutation: Mutation): unknown {
  const places = placesIn(value)
  return changedAt(value, places[mutation.at % places.length] ?? [], mutation)
}

type Place = readonly string[]

/** The paths to all values within a value, including itself. */
function placesIn(value: unknown, place: Place = []): Place[] {
  const below = value !== null && typeof value === 'object' ? Object.entries(value) : []
  return [place, ...below.flatMap(([name, one]) => placesIn(one, [...place, name]))]
}

function changedAt(value: unknown, [name, ...rest]: Place, mutation: Mutation): unknown {
  if (name === undefined) return changedValue(value, mutation)
  const isGone = rest.length === 0 && mutation.change === 'remove'
  const entries = Object.entries(Object(value))
    .filter(([one]) => !(isGone && one === name))
    .map(([one, member]) => [one, one === name ? changedAt(member, rest, mutation) : member] as const)
  return Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries)
}

function changedValue(value: unknown, { change, value: other }: Mutation): unknown {
  if (change !== 'add' || value === null || typeof value !== 'object') return other
  if (Array.isArray(value)) return [...value, other]
  return { ...value, [typeof other === 'string' ? other.slice(0, 200) : 'nonsense']: other }
}
