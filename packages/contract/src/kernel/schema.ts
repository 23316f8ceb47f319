import { z } from 'zod'
import { canonicalLine, isLine, LINE_PATTERN } from './line-text.ts'

/**
 * The building blocks of every schema in the contract. The OpenAPI document describes each of them
 * exactly; `audit.ts` rejects the zod constructs for which it would not.
 */

/** Caches schemas by argument: they are immutable, and the contract contains thousands of them. */
function once<Key extends [] | [unknown], S>(make: (...key: Key) => S): (...key: Key) => S {
  const made = new Map<unknown, S>()
  return (...key) => {
    const schema = made.get(key[0]) ?? make(...key)
    made.set(key[0], schema)
    return schema
  }
}

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/
const ULID_ANY_CASE = /^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$/

/** The pattern of `reference`, as a zod issue states it. */
export const REFERENCE_PATTERN = ULID_ANY_CASE.toString()

/** True for a ULID in either case: 26 characters of Crockford base32 that fit 128 bits. */
export const isUlid = (text: string) => ULID_ANY_CASE.test(text)

/** The key of an issue, in either case: the key of its project and its number. */
export const RECORD_KEY = /^[A-Za-z][A-Za-z0-9]{1,11}-[1-9][0-9]{0,9}$/

/** The id of a record as it is returned: a ULID in upper case. */
export const id = once(() => z.string().regex(ULID))

/** A reference to another record in a request: a ULID in either case, normalised to upper case. */
export const reference = once((to: string) => anyCase.meta({ description: `Id (ULID) of ${to}.` }))

/** A reference to a configured record, in a member `<name>_id`: an id (ULID in either case), or a key. */
export const idOrKey = once((to: string) =>
  z.string().meta({ description: `Id (ULID) of ${to}, or its key.` }),
)

/** A reference to a configured record, in a member `<name>`: a key, or an id (ULID in either case). */
export const keyOrId = once((to: string) => z.string().meta({ description: `Key of ${to}, or its id.` }))

const anyCase = z.string().regex(ULID_ANY_CASE).toUpperCase()

const USER_OR_ME = /^(me|[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25})$/

/** The pattern of `userReference`, as a zod issue states it. */
export const USER_REFERENCE_PATTERN = USER_OR_ME.toString()

/** The value of `me` after parsing. It is not a ULID, so it cannot be the id of a user. */
export const CALLER = 'ME'

/** A reference to a user in a filter, in which `me` stands for the caller. */
export const userReference = once((to: string) =>
  idOrMe.meta({ description: `Id (ULID) of ${to}; \`me\` = the caller.`, examples: ['me'] }),
)

const idOrMe = z.string().regex(USER_OR_ME).toUpperCase()

/** The value or null. Use this, never `.nullable()`, which corrupts named components in the document. */
export const nullable = <S extends z.core.$ZodType>(schema: S) => z.union([none, schema])

const none = z.null()

/** Text of 1 to `max` code points, trimmed. */
export const text = once((max: number) =>
  z.string().trim().min(1).refine(fits(max), tooLong(max)).meta({ maxLength: max }),
)

/** Text of `min` to `max` code points that is kept as it was sent; zod’s own lengths above 1 count UTF-16 units. */
export const verbatim = (max: number, min: 0 | 1 = 0) =>
  z.string().min(min).refine(fits(max), tooLong(max)).meta({ maxLength: max })

/** PostgreSQL and JSON Schema count code points, JavaScript counts UTF-16 units. */
function fits(max: number) {
  return (value: string) => value.length <= max || (value.length <= 2 * max && [...value].length <= max)
}

const tooLong = (max: number) => ({
  error: `must have at most ${max} characters`,
  params: { code: 'too_long' },
})

/** One line of 1 to `max` code points: trimmed, in NFC, without line breaks and invisible characters. */
export const line = once((max: number) =>
  z
    .string()
    .overwrite(canonicalLine)
    .min(1)
    .refine(fits(max), tooLong(max))
    .refine(isLine, notOneLine)
    .meta({ maxLength: max, pattern: LINE_PATTERN }),
)

const notOneLine = {
  error: 'must be one line, without control, zero-width and direction characters',
  params: { code: 'invalid_format' },
}

/** True for a rule that applies only to requests: texts stored before the rule existed are returned unchanged. */
export const isInputRule = (rule: unknown) => rule === canonicalLine || rule === isLine

/** A name or title: one line of 1 to 255 code points. */
export const name = () => line(255)

/** A description, comment or note: up to 65,535 code points. */
export const longText = () => text(65_535)

/** A web address, with its scheme. */
export const webAddress = () => verbatim(2_048).regex(/^https?:\/\/[^\s/?#]+\S*$/)

/** The reason of a move: up to 1,000 code points. */
export const reason = () => text(1_000)

/** `date-time` alone would also accept leap seconds and, in some validators, a blank instead of the T. */
const TIMESTAMP = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d\\.\\d{3}Z$'

/** A moment as it is returned: RFC 3339 in UTC with milliseconds and `Z`. */
export const timestamp = once(() => z.iso.datetime({ precision: 3 }).meta({ pattern: TIMESTAMP }))

/** Years that both PostgreSQL and `Date` support with any offset: 0010 to 9998. */
const INSTANT = /^(?!000|9999)\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:[0-5]\d(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

/** A moment as it is sent: RFC 3339 with any offset, normalised to UTC. */
export const instant = once(() =>
  z.iso.datetime({ offset: true }).regex(INSTANT).overwrite(toUtc).meta({ format: 'date-time' }),
)

/** zod also normalises values that it has already rejected, so this must not throw. */
function toUtc(value: string) {
  const moment = new Date(value)
  return Number.isNaN(moment.getTime()) ? value : moment.toISOString()
}

/** A calendar day, `YYYY-MM-DD` (RFC 3339 full-date). End days are inclusive. */
export const day = once(() =>
  z.iso
    .date()
    .regex(/^(?!0000)/)
    .meta({ format: 'date' }),
)

/** Any JSON value, null included. `z.unknown()` would let the member be missing. */
export const anyValue = once(() =>
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(z.unknown()),
    z.record(z.string(), z.unknown()),
  ]),
)

/** A whole number that fits a column (int4): -2,147,483,648 to 2,147,483,647. Values compared with a column must fit, too. */
export const integer = once(() => z.int().min(-2_147_483_648).max(2_147_483_647))

/** A list of up to `max` values; duplicates are removed, and the first of them stays. */
export const distinct = <S extends z.core.$ZodType>(item: S, max: number) =>
  z.array(item).max(max).overwrite(withoutRepeats)

function withoutRepeats<T>(values: T[]): T[] {
  return [...new Set(values)]
}

const MOST_MONEY = 999_999_999_999.99

/** An amount of money in units of `currency`, from 0 to 999,999,999,999.99. */
export const amount = () => z.number().min(0).max(MOST_MONEY)

/** An amount of money in a request: more than two decimals are rejected, not rounded. */
export const amountGiven = () => amount().refine(hasCents, tooManyDecimals).meta({ maximum: MOST_MONEY })

const hasCents = (value: number) => Number(value.toFixed(2)) === value

const tooManyDecimals = { error: 'must have at most 2 decimals', params: { code: 'out_of_range' } }

/** The name of a time zone in the IANA database. Only the form is checked here; the service checks that the zone exists. */
export const timeZone = () => z.string().regex(/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/)

/** A currency as its ISO 4217 alphabetic code. */
export const currency = () => z.string().regex(/^[A-Z]{3}$/)

/**
 * A query parameter arrives as text; `read` converts it to the value that the schema checks.
 * The type is that of the value, because callers of the typed client pass the value.
 */
function fromText<S extends z.ZodType>(read: (text: unknown) => unknown, schema: S): S {
  const parameter: unknown = z.preprocess(read, schema)
  return parameter as S
}

/** A whole number in a query string. */
export const queryInteger = <S extends z.ZodType<number>>(schema: S) =>
  fromText(
    // Decimals are converted, too, so that the error is that the number is not a whole one.
    (raw) => (typeof raw === 'string' && /^-?\d{1,15}(\.\d{0,15}[1-9])?$/.test(raw) ? Number(raw) : raw),
    schema,
  )

/** A number in a query string. */
export const queryNumber = <S extends z.ZodType<number>>(schema: S) =>
  fromText(
    (raw) => (typeof raw === 'string' && /^-?\d{1,15}(\.\d{1,15})?$/.test(raw) ? Number(raw) : raw),
    schema,
  )

/** `true` or `false` in a query string. */
export const queryBoolean = once(() =>
  fromText((raw) => (raw === 'true' ? true : raw === 'false' ? false : raw), z.boolean()),
)

/**
 * A parameter with up to `most` values, any of which matches. It may be repeated; ids, values of an enum and names
 * (`queryName`) may also be sent in one parameter, separated by commas.
 */
export const queryAnyOf = <S extends z.ZodType>(schema: S, most = 100) =>
  fromText(
    hasNoCommas(schema) ? (raw) => [raw].flat().flatMap(separated) : (raw) => [raw].flat(),
    z.array(schema).min(1).max(most),
  )

const separated = (raw: unknown) => (typeof raw === 'string' ? raw.split(',') : [raw])

const NO_COMMA = /^[^,\s]+$/

/** A name in a query string, such as a type of event; several may be sent in one parameter, separated by commas. */
export const queryName = (most: number) => verbatim(most, 1).regex(NO_COMMA)

/** True for ids, enums and `queryName`. Any other text may contain commas. */
export const hasNoCommas = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodEnum ||
  (schema instanceof z.ZodString && schema.def.checks?.some(excludesCommas) === true)

function excludesCommas({ _zod: { def } }: z.core.$ZodCheck): boolean {
  return 'pattern' in def && [ULID_ANY_CASE, USER_OR_ME, NO_COMMA].some((one) => one === def.pattern)
}

/** Explains how to send several values of a filter; appended to the description of the filter. */
export const severalOf = (schema: z.ZodType) =>
  hasNoCommas(schema)
    ? 'repeat it, or separate values by commas, for any of several'
    : 'repeat it for any of several'

/** A comma-separated list of at most `most` values in one parameter. */
export const queryCommaList = <S extends z.ZodType>(schema: S, most = 10) =>
  fromText((raw) => (typeof raw === 'string' ? raw.split(',') : raw), z.array(schema).min(1).max(most))
