import { type CodeMatch, externalIdIn } from '@commonhold/contract'
import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import { type Statement, sqlStatement } from '../db/statement.ts'
import { tenantId } from '../db/tenant.ts'
import { hasExternalId } from '../store/external-ids.ts'
import type { Addressed } from './codes.rules.ts'
import { codeText, constant, type Kind, readingOf } from './kind.repository.ts'
import { kinds } from './kinds.repository.ts'

/** The maximum number of records that are returned for a code. */
const MOST = 100

/** The records of a kind that match the condition, with the permissions required to read them. */
const branch = (kind: Kind, matchedBy: CodeMatch['matched_by'], condition: SQL) => sql`
  select ${constant(kind.type)} as type, ${kind.id} as id, ${kind.title} as name, ${constant(matchedBy)} as matched_by,
         ${readingOf(kind)}
    from ${kind.table} where ${kind.rows} and ${condition}`

/** One look-up in an index for each code of each kind. Permissions are checked for the few rows that are found. */
const lookupStatement = (branches: readonly SQL[]): Statement<CodeMatch> => ({
  ...sqlStatement<CodeMatch>(sql`
    select found.type, found.id, found.name, found.matched_by
      from (${sql.join([...branches], sql` union all `)} offset 0) found
     where found.permissions is null or commonhold_reads_in(${tenantId}, found.permissions, found.project)
     limit ${sql.raw(String(MOST))}`),
  pool: 'lookup',
})

const text = codeText('code')

const byCodes = kinds.flatMap((kind) =>
  kind.codes(text).map(([matchedBy, condition]) => branch(kind, matchedBy, condition)),
)

const byId = (kind: Kind) => branch(kind, 'url', sql`${kind.id} = ${sql.placeholder('id')}`)

/** Codes that URLs of the page contain in place of the id. */
const inAddresses: ReadonlySet<CodeMatch['matched_by']> = new Set(['asset_tag', 'key'])

const named = codeText('name')
const tenant = codeText('tenant')

/** The URL names no tenant, or the selected one: in another tenant the key may belong to another record. */
const isOfTenant = sql`(${tenant.sent} is null or exists (
  select from tenants t where t.id = ${tenantId}
     and (t.slug = ${tenant.lowerBytes} or t.id = ${tenant.upperBytes})))`

const byName = (kind: Kind) =>
  kind
    .codes(named)
    .filter(([member]) => inAddresses.has(member))
    .map(([, condition]) => branch(kind, 'url', sql`${condition} and ${isOfTenant}`))

const byExternalIds = kinds
  .filter(({ table }) => 'external_ids' in getTableColumns(table))
  .map((kind) => branch(kind, 'external_id', hasExternalId(kind.id, undefined, 'code', false)))

const ofCode = lookupStatement(byCodes)
const ofExternalId = lookupStatement([...byCodes, ...byExternalIds])
const ofId = lookupStatement([...byCodes, ...kinds.map(byId)])
const ofAddress = new Map(
  kinds.flatMap((kind) => {
    const statements = {
      withId: lookupStatement([...byCodes, byId(kind)]),
      withName: lookupStatement([...byCodes, ...byName(kind)]),
    }
    return kind.segments.map((segment) => [segment, statements] as const)
  }),
)

/**
 * The statement that looks up a code. If the text is also an id, a URL or an external id (`jamf:243`), the statement looks up
 * that, too.
 */
export function codeStatement(code: string, { segment, id }: Addressed): Statement<CodeMatch> {
  if (segment === null && id !== null) return ofId
  if (segment === null) return externalIdIn(code) ? ofExternalId : ofCode
  const statements = ofAddress.get(segment)
  return (id === null ? statements?.withName : statements?.withId) ?? ofCode
}
