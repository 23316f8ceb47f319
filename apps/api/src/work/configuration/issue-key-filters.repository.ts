import { sql } from 'drizzle-orm'
import { type FieldError, invalid } from '../../base/problem.ts'
import { type Reader, sqlStatement } from '../../db/statement.ts'
import { visible } from '../projects/visibility.repository.ts'

const keysIn = (table: string) =>
  sqlStatement<{ key: string }>(
    sql`select distinct c.key from ${sql.raw(table)} c where ${visible('c')} order by c.key`,
  )

/** The keys that issues can have, including inactive ones. */
const keys = {
  issue_type: keysIn('issue_types'),
  status: keysIn('issue_statuses'),
  priority: keysIn('issue_priorities'),
} as const

type Member = keyof typeof keys

/**
 * Rejects mistyped keys, which would return an empty list. A key is allowed if a listed record has it, or if it exists in
 * the configuration.
 */
export async function assertKeysKnown(
  reader: Reader,
  query: Readonly<Partial<Record<Member, readonly string[]>>>,
  listed: readonly Readonly<Partial<Record<Member, string>>>[],
): Promise<void> {
  const members = Object.keys(keys) as Member[]
  const errors = await Promise.all(
    members.map((member) => {
      const unseen = query[member]?.filter((key) => listed.every((row) => row[member] !== key)) ?? []
      return unseen.length === 0 ? [] : keyErrors(reader, member, unseen)
    }),
  )
  if (errors.flat().length > 0) throw invalid(...errors.flat())
}

async function keyErrors(
  reader: Reader,
  member: Member,
  requested: readonly string[],
): Promise<FieldError[]> {
  const allowed = (await reader.run(keys[member])).map(({ key }) => key)
  const message = `must be one of ${allowed.join(', ')}`
  return requested.every((key) => allowed.includes(key))
    ? []
    : [{ in: 'query', field: member, code: 'not_allowed_value', message, allowed }]
}
