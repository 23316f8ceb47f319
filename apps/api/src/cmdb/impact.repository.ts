import type { ConfigurationItemReference } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { type Reader, type Statement, sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import { impactFlows } from './relationships.rules.ts'

/** The items of an impact. */
export const IMPACT_LIMIT = 5_000

/** An item that is reached, and the previous one on the path; null for the first item. */
export interface Reached extends ConfigurationItemReference {
  readonly depth: number
  readonly weight: number
  readonly via: string | null
  /** Issues of the item that are neither closed nor archived. */
  readonly open_issue_count: number
}

const list = (types: readonly string[]) => sql.raw(`array[${types.map((type) => `'${type}'`).join(', ')}]`)

const reach = (toSource: readonly string[], toTarget: readonly string[]): Statement<Reached> => ({
  ...sqlStatement<Reached>(sql`
  select * from commonhold_impact_in(
    ${tenantId}, ${sql.placeholder('ci_id')}, ${sql.placeholder('depth')}::int, ${sql.raw(String(IMPACT_LIMIT))},
    ${list(toSource)}, ${list(toTarget)})`),
  pool: 'search',
})

const statements = {
  downstream: reach(impactFlows.toSource, impactFlows.toTarget),
  upstream: reach(impactFlows.toTarget, impactFlows.toSource),
}

/** The item, and the items that fail with it or that it fails with, nearest first. */
export const reachedFrom = (
  reader: Reader,
  ci_id: string,
  direction: keyof typeof statements,
  depth: number,
): Promise<Reached[]> => reader.run(statements[direction], { ci_id, depth })
