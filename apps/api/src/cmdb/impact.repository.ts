import type { ConfigurationItemReference } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { type Reader, type Statement, sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import { impactFlows } from './relationships.rules.ts'

/** The maximum number of items in an impact. */
export const IMPACT_LIMIT = 5_000

/** An item that is reached. `via` is the previous item on the path, null for the first one. */
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

/** The item with the items that fail if it fails (`downstream`), or that make it fail (`upstream`), nearest first. */
export const reachedFrom = (
  reader: Reader,
  ci_id: string,
  direction: keyof typeof statements,
  depth: number,
): Promise<Reached[]> => reader.run(statements[direction], { ci_id, depth })
