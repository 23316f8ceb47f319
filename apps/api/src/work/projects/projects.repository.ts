import { sql } from 'drizzle-orm'
import { lockAdvisory } from '../../db/advisory-locks.ts'
import { sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import type { Transaction } from '../../db/transaction.ts'
import { lockFreeKey } from '../../store/new-key.ts'
import { projects } from '../../system/projects.table.ts'
import { freeKey, keyStem } from './projects.rules.ts'
import { visible } from './visibility.repository.ts'

const keysLike = sqlStatement<{ key: string }>(sql`
  select key from projects
   where ${visible('projects')}
     and key >= ${sql.placeholder('stem')} and key < ${sql.placeholder('stem')} || '{'`)

const archival = sqlStatement<{ archived_at: string | null }>(sql`
  select archived_at from projects where ${visible('projects')} and id = ${sql.placeholder('id')}`)

/** True for a project that is archived, whether or not the caller can see it. */
export const isProjectArchived = async (tx: Transaction, id: string): Promise<boolean> =>
  ((await tx.first(archival, { id }))?.archived_at ?? null) !== null

const archivalOfIssue = sqlStatement<{ archived_at: string | null }>(sql`
  select p.archived_at from issues i join projects p on p.id = i.project_id
   where i.tenant_id = ${tenantId} and i.id = ${sql.placeholder('id')} and ${visible('p')}`)

/** True for an issue whose project is archived. */
export const isProjectOfIssueArchived = async (tx: Transaction, id: string): Promise<boolean> =>
  ((await tx.first(archivalOfIssue, { id }))?.archived_at ?? null) !== null

/** Returns and locks an unused key made from the project's name. Concurrent new projects of a tenant wait for each other. */
export async function newProjectKey(tx: Transaction, name: string): Promise<string> {
  void lockAdvisory(tx, 'project_keys')
  const stem = keyStem(name)
  return lockFreeKey(tx, projects, async () => {
    const rows = await tx.run(keysLike, { stem })
    return freeKey(stem, new Set(rows.map(({ key }) => key)))
  })
}
