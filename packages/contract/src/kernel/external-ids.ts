import { z } from 'zod'
import { isUlid, line } from './schema.ts'

/** The most external ids of one record. */
export const MOST_EXTERNAL_IDS = 10

/** The source of a member `external_id` that is unique: it is written by that member alone. */
export const DEFAULT_SOURCE = 'default'

/** The kinds of records that have such a member. */
export const kindsWithDefault: ReadonlySet<string> = new Set(['persons'])

const SOURCE = '[a-z][a-z0-9_-]{0,39}'

/** The system that gave an id, by a key that the tenant chooses. */
export const externalSource = z
  .string()
  .regex(new RegExp(`^${SOURCE}$`))
  .meta({
    description: 'The system that gave the id, by a key of the tenant’s choice.',
    examples: ['jamf'],
  })

/** The id that another system gave to a record, compared as it is written. */
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
          'The system that gave the id, by a key of the tenant’s choice; not `default`, which is the member `external_id` of a person.',
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

/** The external ids of a record as they are sent: one that is sent twice is taken once. */
export const externalIdsGiven = z
  .array(externalIdGiven)
  .max(MOST_EXTERNAL_IDS)
  .overwrite(inOrder)
  .meta({
    description:
      'Ids of the record in other systems; no two records of a kind have the same. They replace those that the record has.',
    examples: [[{ source: 'jamf', id: '243' }]],
  })

/** External ids in the order in which they are stored and returned, each once. */
export function inOrder<E extends ExternalId>(ids: readonly E[]): E[] {
  const known = new Map(ids.map((one) => [externalIdOf(one), one]))
  return [...known].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

/** An external id in one text: `jamf:243`. */
export const externalIdOf = ({ source, id }: ExternalId): string => `${source}:${id}`

/** The external id in a text such as `jamf:243`; undefined where the text is none. */
export function externalIdIn(text: string): ExternalId | undefined {
  const [, source, id] = new RegExp(`^(${SOURCE}):(.{1,200})$`, 'su').exec(text) ?? []
  return source && id ? { source, id } : undefined
}

const ULID = '[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}'

/** An external id in one text. */
const ONE_TEXT = new RegExp(`^${SOURCE}:.{1,200}$`)

/** An external id in one text. */
export const externalName = z.string().regex(ONE_TEXT)

/** The filter `external_id` of a list. */
export const externalIdFilter = externalName.meta({
  description: 'An external id, `source:id`',
  examples: ['jamf:243'],
})

/** What patterns of external ids ask for, by the pattern as zod has it in an issue. */
export const externalFormats: ReadonlyMap<string, string> = new Map([
  [new RegExp(`^${SOURCE}$`).toString(), 'a key of lower-case letters, digits, - and _, such as jamf'],
  [
    new RegExp(`^(?!${DEFAULT_SOURCE}$)${SOURCE}$`).toString(),
    'a key of lower-case letters, digits, - and _, such as jamf; not default',
  ],
  [ONE_TEXT.toString(), 'a source and an id, such as jamf:243'],
])

const ULID_OR_EXTERNAL = new RegExp(`^(?:${ULID}|${SOURCE}:.{1,200})$`)

/** The pattern of `recordReference`, as zod has it in an issue. */
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

/** What a reference in a body refers to; undefined of any other schema. */
export function kindReferredTo(schema: z.core.$ZodType): string | undefined {
  const kind = z.globalRegistry.get(schema)?.['x-refers-to']
  return typeof kind === 'string' ? kind : undefined
}
