import { z } from 'zod'
import { isUlid, line } from './schema.ts'

/** The maximum number of external ids of one record. */
export const MOST_EXTERNAL_IDS = 10

/** The source that stands for the unique member `external_id` of a record. Only that member can write it. */
export const DEFAULT_SOURCE = 'default'

/** The kinds of records with a unique member `external_id`. */
export const kindsWithDefault: ReadonlySet<string> = new Set(['persons'])

const SOURCE = '[a-z][a-z0-9_-]{0,39}'

/** The key of the system that issued an id; the tenant chooses it. */
export const externalSource = z
  .string()
  .regex(new RegExp(`^${SOURCE}$`))
  .meta({
    description: 'Key of the system that issued the id; the tenant chooses the key.',
    examples: ['jamf'],
  })

/** The id of a record in another system; compared case-sensitively. */
export const externalIdText = line(200).meta({
  description: 'The id in that system, as it is written there.',
  examples: ['243'],
})

const externalId = z
  .object({ source: externalSource, id: externalIdText })
  .meta({ id: 'ExternalId', description: 'The id of a record in another system.' })

const externalIdGiven = z
  .strictObject({
    source: z
      .string()
      .regex(new RegExp(`^(?!${DEFAULT_SOURCE}$)${SOURCE}$`))
      .meta({
        description:
          'Key of the system that issued the id; the tenant chooses the key. Not `default`, which is the member `external_id` of a person.',
        examples: ['jamf'],
      }),
    id: externalIdText,
  })
  .meta({ id: 'ExternalIdGiven', description: 'The id of a record in another system.' })

/** The id of a record in another system. */
export type ExternalId = z.infer<typeof externalId>

/** The external ids of a record as they are returned: ordered by source, then by id. */
export const externalIds = z.array(externalId).meta({
  description: 'Ids of the record in other systems, ordered by source and id.',
})

/** The external ids of a record in a request; duplicates are removed. */
export const externalIdsGiven = z
  .array(externalIdGiven)
  .max(MOST_EXTERNAL_IDS)
  .overwrite(inOrder)
  .meta({
    description:
      'Ids of the record in other systems; no two records of a kind have the same. They replace those that the record has.',
    examples: [[{ source: 'jamf', id: '243' }]],
  })

/** Sorts external ids into the order in which they are stored and returned, and removes duplicates. */
export function inOrder<E extends ExternalId>(ids: readonly E[]): E[] {
  const known = new Map(ids.map((one) => [externalIdOf(one), one]))
  return [...known].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

/** An external id as one text: `jamf:243`. */
export const externalIdOf = ({ source, id }: ExternalId): string => `${source}:${id}`

/** Parses an external id such as `jamf:243`; undefined if the text is not an external id. */
export function externalIdIn(text: string): ExternalId | undefined {
  const [, source, id] = new RegExp(`^(${SOURCE}):(.{1,200})$`, 'su').exec(text) ?? []
  return source && id ? { source, id } : undefined
}

const ULID = '[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}'

const ONE_TEXT = new RegExp(`^${SOURCE}:.{1,200}$`)

/** An external id as one text, such as `jamf:243`. */
export const externalName = z.string().regex(ONE_TEXT)

/** The filter `external_id` of a list. */
export const externalIdFilter = externalName.meta({
  description: 'An external id, `source:id`',
  examples: ['jamf:243'],
})

/** What the patterns of external ids require, for error messages; by the pattern as a zod issue states it. */
export const externalFormats: ReadonlyMap<string, string> = new Map([
  [new RegExp(`^${SOURCE}$`).toString(), 'a key of lower-case letters, digits, - and _, such as jamf'],
  [
    new RegExp(`^(?!${DEFAULT_SOURCE}$)${SOURCE}$`).toString(),
    'a key of lower-case letters, digits, - and _, such as jamf; not default',
  ],
  [ONE_TEXT.toString(), 'a source and an id, such as jamf:243'],
])

const ULID_OR_EXTERNAL = new RegExp(`^(?:${ULID}|${SOURCE}:.{1,200})$`)

/** The pattern of `recordReference`, as a zod issue states it. */
export const RECORD_REFERENCE_PATTERN = ULID_OR_EXTERNAL.toString()

/** A ULID in either case, normalised to upper case, or an external id. */
export const recordName = z
  .string()
  .regex(ULID_OR_EXTERNAL)
  .overwrite((text) => (isUlid(text) ? text.toUpperCase() : text))

/**
 * A reference to a record of a kind, in a body: a ULID in either case, or an external id of the record (`sis:1042`). The
 * kinds have the names of their collections (`asset_models`).
 */
export const recordReference = (kind: string, to: string) =>
  recordName.meta({
    description: `Id (ULID) of ${to}, or an external id (\`source:id\`).`,
    'x-refers-to': kind,
  })

/** The kind of the records of a collection, from the operation id of its list or of its bulk request: `asset_models`. */
export const kindOfRecords = (operationId: string): string =>
  operationId
    .replace(/^(list|bulk)/, '')
    .replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase()

/** The kind of record that a reference in a body refers to; undefined for any other schema. */
export function kindReferredTo(schema: z.core.$ZodType): string | undefined {
  const kind = z.globalRegistry.get(schema)?.['x-refers-to']
  return typeof kind === 'string' ? kind : undefined
}
