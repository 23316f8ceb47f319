import { z } from 'zod'
import type { Collection } from './collection.ts'
import type { EndpointSpec, OutputOf, QueryOf } from './endpoint.ts'
import { shapeOf } from './record-members.ts'
import { day, integer, nullable, queryCommaList, timeZone } from './schema.ts'

/** The periods by which days and moments are grouped; a week begins on Monday (ISO 8601). */
export const periods = ['day', 'week', 'month'] as const
export type Period = (typeof periods)[number]

/** How the records of a list can be grouped and counted. */
export interface Summary {
  readonly collection: Collection
  /** Members by whose value records are grouped. */
  readonly values: readonly string[]
  /** Days and moments, by whose period records are grouped. */
  readonly times: readonly string[]
}

interface ListEndpoint extends EndpointSpec {
  readonly collection: Collection
  readonly query: z.core.$ZodType
  readonly success: { readonly status: 200; readonly body: z.ZodArray<z.core.$ZodType> }
}

/** Parameters of a list that a summary does not have. */
const ofPages = ['limit', 'cursor', 'sort', 'count', 'columns', 'include'] as const

type RecordOf<L> = L extends { success: { body: z.ZodArray<infer R> } } ? OutputOf<R> : never

/** One group: the values that its records have in common, and the number of records. */
type GroupOf<R, V extends string, T extends string> = { [K in V & keyof R]?: R[K] } & {
  [K in T]?: string | null
} & { count: number }

type SummaryQuery<L, V extends string, T extends string> = Omit<QueryOf<L>, (typeof ofPages)[number]> & {
  group_by?: readonly (V | `${T}.${Period}`)[]
  timezone?: string
}

/** The operation that counts the records of a list in groups. */
export interface SummaryEndpoint<L extends ListEndpoint, V extends string, T extends string> {
  readonly operationId: string
  readonly method: 'get'
  readonly path: `${L['path']}/summary`
  readonly tag: L['tag']
  readonly summary: string
  readonly description: string
  readonly permission: L['permission']
  readonly query: z.core.$ZodType<SummaryQuery<L, V, T>, SummaryQuery<L, V, T>>
  readonly whole: true
  readonly summarizes: Summary
  readonly success: {
    readonly status: 200
    readonly body: z.ZodArray<z.core.$ZodType<GroupOf<RecordOf<L>, V, T>, GroupOf<RecordOf<L>, V, T>>>
  }
}

/**
 * Declares the operation that counts the records of a list in groups, with the list's own filters and permission.
 * `type` is the name of the record, `many` stands for it in sentences.
 */
export function summary<const L extends ListEndpoint, const V extends string, const T extends string>(
  list: L,
  { type, many, values, times }: { type: string; many: string; values: readonly V[]; times: readonly T[] },
): SummaryEndpoint<L, V, T> {
  const { path, tag, permission, collection, success } = list
  const members = shapeOf(success.body.element)
  const groupBy = z
    .enum([...values, ...times.flatMap((time) => periods.map((period) => `${time}.${period}`))])
    .meta({ id: `${type}GroupBy`, description: `What ${many} are counted by.` })
  const group = z
    .object({
      ...Object.fromEntries(values.map((name) => [name, (members[name] as z.ZodType).optional()])),
      ...Object.fromEntries(
        times.map((name) => [
          name,
          nullable(day())
            .optional()
            .meta({ description: `First day of the period of \`${name}\`.` }),
        ]),
      ),
      count: integer().meta({ description: `How many ${many} the group has.`, examples: [12] }),
    })
    .meta({
      id: `${type}Group`,
      description: `How many ${many} have these values; only those of \`group_by\`.`,
    })
  const filters = Object.entries(shapeOf(list.query)).filter(([name]) => !ofPages.some((one) => one === name))
  const query = z.strictObject({
    ...Object.fromEntries(filters),
    group_by: queryCommaList(groupBy, 3)
      .optional()
      .meta({
        description:
          'What the records are counted by: at most three members, days and moments by period. Default: all records are one group.',
        param: { style: 'form', explode: false },
      }),
    timezone: timeZone()
      .optional()
      .meta({
        description: 'Time zone of the periods (IANA). Default: that of the tenant.',
        examples: ['Europe/Zurich'],
      }),
  })
  // Built dynamically, so the cast is needed: SummaryEndpoint describes the same query and groups.
  return {
    operationId: `listSummaryOf${type}`,
    method: 'get',
    path: `${path}/summary`,
    tag,
    summary: `Count ${many} in groups`,
    description: `Counts what \`GET ${path}\` lists, with the same filters; the largest group first. More than 1,000 groups are refused.`,
    permission,
    query,
    whole: true,
    summarizes: { collection, values, times },
    success: { status: 200, body: z.array(group) },
  } as unknown as SummaryEndpoint<L, V, T>
}
