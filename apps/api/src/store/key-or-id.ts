import { isUlid } from '@commonhold/contract'
import { getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type FieldError, invalid, referenceNotFound } from '../base/problem.ts'
import { type Reader, type Statement, sqlStatement } from '../db/statement.ts'
import { ROOT_TENANT_ID } from '../db/tenancy.ts'
import { tenantAndRoot } from '../db/tenant.ts'

/** A record that a body refers to by key or id. */
interface Keyed {
  readonly id: string
  readonly key: string
}

/** Tables by name of the reference: the table of `status` has the records for the members `status` and `status_id`. */
type Named<N extends string> = Readonly<Record<N, PgTable>>

const namedIn = new Map<string, Statement<Keyed>>()

/** The records with some keys or ids that are visible to the tenant, its own before shared ones. */
function recordsNamed(table: PgTable): Statement<Keyed> {
  const name = getTableName(table)
  const statement =
    namedIn.get(name) ??
    sqlStatement<Keyed>(sql`
      select id, key from ${table}
       where tenant_id in ${tenantAndRoot}
         and (id = any(${sql.placeholder('ids')}::text[]) or key = any(${sql.placeholder('keys')}::text[]))
       order by tenant_id = ${sql.raw(`'${ROOT_TENANT_ID}'`)}, id`)
  namedIn.set(name, statement)
  return statement
}

const memberOf = (body: object, member: string): unknown => Reflect.get(body, member)

/** The record that a value refers to; undefined when none is visible. */
const recordOf = (found: readonly Keyed[], value: string) =>
  found.find(({ id, key }) => (isUlid(value) ? id === value.toUpperCase() : key === value))

async function find(reader: Reader, table: PgTable, values: readonly string[]): Promise<Keyed[]> {
  const ids = values.filter(isUlid).map((id) => id.toUpperCase())
  return reader.run(recordsNamed(table), { ids, keys: values.filter((value) => !isUlid(value)) })
}

const differs = (name: string): FieldError => ({
  field: `${name}_id`,
  code: 'not_allowed_value',
  message: `${name} and ${name}_id refer to different records; send only one of them`,
})

/** The members of a reference that a body has, each with its key or id. */
const membersOf = (body: object, name: string) =>
  [name, `${name}_id`].flatMap((member) => {
    const value = memberOf(body, member)
    return value === undefined ? [] : [{ member, value: value === null ? null : String(value) }]
  })

/** The record that the two members of a reference identify; null if they are null, undefined if the body has neither. */
function referencedRecord(found: readonly Keyed[], name: string, body: object): Keyed | null | undefined {
  const members = membersOf(body, name)
  const [first, second] = members
  if (!first) return undefined
  const records = members.map(({ value }) => (value === null ? null : recordOf(found, value)))
  const missing = members.filter((_, at) => records[at] === undefined)
  if (missing.length > 0) throw invalid(...missing.map(({ member }) => referenceNotFound(member)))
  if (second && records[0]?.id !== records[1]?.id) throw invalid(differs(name))
  return records[0]
}

/** The records that a body refers to, by name of the reference. */
export type NamedRecords = ReadonlyMap<string, readonly Keyed[]>

/** Reads the records that a body refers to, except references for which `isPlain` is true: these need no record. */
async function readRecords(
  reader: Reader,
  body: object,
  named: Named<string>,
  isPlain: (body: object, name: string) => boolean,
): Promise<NamedRecords> {
  const entries = Object.entries(named).filter(
    ([name]) => !isPlain(body, name) && membersOf(body, name).length > 0,
  )
  const found = await Promise.all(
    entries.map(async ([name, table]): Promise<[string, readonly Keyed[]]> => {
      const values = membersOf(body, name).flatMap(({ value }) => value ?? [])
      return [name, values.length === 0 ? [] : await find(reader, table, values)]
    }),
  )
  return new Map(found)
}

/**
 * Resolves references in a body to ids, in the members `<name>_id`. The request may give each by key or by id, under either
 * member name.
 */
export async function withIds<B extends object, N extends string>(
  reader: Reader,
  body: B,
  named: Named<N>,
): Promise<Omit<B, N>> {
  const found = await readRecords(reader, body, named, isPlainId)
  const changed = new Map<string, unknown>(Object.entries(body))
  for (const name of Object.keys(named)) {
    changed.delete(name)
    const record = referencedRecord(found.get(name) ?? [], name, found.has(name) ? body : {})
    if (record !== undefined) changed.set(`${name}_id`, record?.id ?? null)
  }
  // The result has the members of the body, without the alternative names.
  return Object.fromEntries(changed) as Omit<B, N>
}

/** True when only the id is given, in a valid form. Its existence is checked later, with all other references. */
function isPlainId(body: object, name: string): boolean {
  const id = memberOf(body, `${name}_id`)
  return memberOf(body, name) === undefined && typeof id === 'string' && id === id.toUpperCase() && isUlid(id)
}

/** Reads the records that a body refers to, for `withKeysOf`. */
export const readNamed = (reader: Reader, body: object, named: Named<string>): Promise<NamedRecords> =>
  readRecords(reader, body, named, isPlainKey)

/**
 * Resolves references in a body to keys, in the members `<name>`, with the records that `readNamed` read. The request may give
 * each by key or by id, under either member name.
 */
export function withKeysOf<B extends object>(body: B, names: readonly string[], found: NamedRecords): B {
  const changed = new Map<string, unknown>(Object.entries(body))
  for (const name of names) {
    changed.delete(`${name}_id`)
    const record = referencedRecord(found.get(name) ?? [], name, found.has(name) ? body : {})
    if (record !== undefined) changed.set(name, record?.key ?? null)
  }
  // The result has the members of the body; removed members are optional.
  return Object.fromEntries(changed) as B
}

/** Resolves references in a body to keys, as `withKeysOf` does. */
export const withKeys = async <B extends object>(reader: Reader, body: B, named: Named<string>): Promise<B> =>
  withKeysOf(body, Object.keys(named), await readNamed(reader, body, named))

/** True when only the key is given, in a valid form. Its existence is checked later, where it is used. */
function isPlainKey(body: object, name: string): boolean {
  const key = memberOf(body, name)
  return memberOf(body, `${name}_id`) === undefined && typeof key === 'string' && !isUlid(key)
}

/** The ids of the records in a list of keys and ids. */
export async function idsOf(
  reader: Reader,
  table: PgTable,
  member: string,
  values: readonly string[],
): Promise<string[]> {
  if (values.every((value) => isUlid(value))) return values.map((value) => value.toUpperCase())
  const found = await find(reader, table, values)
  const ids = values.map((value) => recordOf(found, value)?.id)
  const errors = ids.flatMap((id, at) => (id === undefined ? [referenceNotFound(`/${member}/${at}`)] : []))
  if (errors.length > 0) throw invalid(...errors)
  return ids.flatMap((id) => id ?? [])
}

/** Rejects a body that lacks a required reference. */
export function assertNamed<B extends object, M extends `${string}_id`>(
  body: B,
  ...members: readonly M[]
): asserts body is B & Record<M, string> {
  const errors = members
    .filter((member) => typeof memberOf(body, member) !== 'string')
    .map(
      (field): FieldError => ({
        field,
        code: 'required',
        message: `send ${field} or ${field.slice(0, -'_id'.length)}: a key or an id`,
      }),
    )
  if (errors.length > 0) throw invalid(...errors)
}
