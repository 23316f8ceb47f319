import { z } from 'zod'
import { id, nullable, queryAnyOf } from './schema.ts'

/** The members of a record that are returned when another record includes it. */
export interface Brief<S extends z.core.$ZodType = z.core.$ZodType> {
  /** The kind of record, as the audit log names it: `asset_model`. */
  readonly kind: string
  /** The members of the brief in addition to `id`. */
  readonly shows: readonly string[]
  readonly schema: S
}

/** One included record: the member with its id, its kind, and the members of its brief in addition to the id. */
export interface Inclusion {
  readonly member: string
  readonly kind: string
  readonly shows: readonly string[]
}

/** The records that a list or a record can include. */
export interface Inclusions<N extends string = string> {
  readonly names: z.ZodType<N>
  /** By the name of the member that contains the included record. */
  readonly of: { readonly [K in N]: Inclusion }
}

/** Declares the brief of a kind: its id, its name, and the members that people know it by. */
export const brief = <const M extends Readonly<Record<string, z.ZodType>>>(
  kind: string,
  component: string,
  description: string,
  members: M,
) => ({
  kind,
  shows: Object.keys(members),
  schema: z
    .object({ id: id().meta({ description: 'Id of the record.' }), ...members })
    .meta({ id: component, description }),
})

type IncludedMembers<B extends Readonly<Record<string, Brief>>> = {
  [K in keyof B]: z.ZodOptional<z.ZodUnion<readonly [z.ZodNull, B[K]['schema']]>>
} & { hidden: z.ZodOptional<z.ZodArray<z.ZodType<keyof B & string, keyof B & string>>> }

/** The name of the member with the id of an included record. */
const idOf = (name: string) => `${name.replace(/_record$/, '')}_id`

/**
 * Declares the records that a record can include, by member: `person` is the brief of the record with the id in
 * `person_id`. The member is named `person_record` if bodies accept `person` as a key.
 * A record is included only if the request names it.
 */
export function includes<const B extends Readonly<Record<string, Brief>>>(record: string, briefs: B) {
  const names = z.enum(Object.keys(briefs)).meta({
    id: `${record}Include`,
    description: `A record that can be included in the type ${record}, by the name of the member that contains it.`,
  })
  const members = Object.fromEntries(
    Object.entries(briefs).map(([name, { schema }]) => [
      name,
      nullable(schema)
        .optional()
        .meta({
          description: `The record of \`${idOf(name)}\`; only present with \`include=${name}\`. Null where \`${idOf(name)}\` is, or where \`hidden\` lists it.`,
        }),
    ]),
  )
  const hidden = z
    .array(names)
    .optional()
    .meta({ description: 'The included records that the caller may not read; only present with `include`.' })
  const of = Object.fromEntries(
    Object.entries(briefs).map(([name, { kind, shows }]) => [name, { member: idOf(name), kind, shows }]),
  )
  // Built dynamically, so the casts are needed: the types describe the same entries.
  return {
    members: { ...members, hidden } as unknown as IncludedMembers<B>,
    include: { names, of } as unknown as Inclusions<keyof B & string>,
  }
}

/** The query parameter that names the records to include. */
export const includeParameter = <N extends string>({ names, of }: Inclusions<N>) =>
  queryAnyOf(names, Object.keys(of).length).optional().meta({
    description:
      'Records to show beside their ids; repeat it, or separate the names by commas, for several. Each adds a member of its name.',
  })

/** The query of an operation that reads one record, in the typed client. */
export type IncludeQuery<N extends string> = { include?: readonly N[] }

/** The query of an operation that reads one record. */
export const includeQuery = <N extends string>(include: Inclusions<N>) =>
  z.strictObject({ include: includeParameter(include) })

/** An answer in which the records of these names are included. */
export type WithIncluded<R, N extends string> = [N] extends [never]
  ? R
  : R extends readonly (infer T)[]
    ? WithIncludedIn<T, N>[]
    : WithIncludedIn<R, N>

/** A record in which the records of these names are included. */
export type WithIncludedIn<T, N extends string> = [N] extends [never]
  ? T
  : T & { [K in (N | 'hidden') & keyof T]-?: Exclude<T[K], undefined> }
