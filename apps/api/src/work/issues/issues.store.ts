import { sql } from 'drizzle-orm'
import { tenantId } from '../../db/tenant.ts'
import type { Referable } from '../../store/references.ts'
import { Store } from '../../store/store.ts'
import { groupReferences } from '../../system/groups.store.ts'
import { memberReferences } from '../../system/member-references.repository.ts'
import { projectStore } from '../../system/projects.store.ts'
import { issues } from './issues.table.ts'

/** SQL that is true for rows of a part that the caller may read. Internal rows require `issues:read_internal`. */
export const readable = (visibility: string, project: string) =>
  sql`(${sql.raw(visibility)} = 'public' or commonhold_may_in(${tenantId}, 'issues:read_internal', ${sql.raw(project)}))`

const ofIssue = (table: string, alias: string) =>
  sql.raw(
    `from ${table} ${alias} where ${alias}.tenant_id = issues.tenant_id and ${alias}.issue_id = issues.id`,
  )

/** The store of parents. It only calls `issueStore` later, because `issueStore` does not exist while it is being created. */
const parents: Referable = {
  reference: (tx, field, id) => issueStore.reference(tx, field, id),
  visibleIds: (reader, ids) => issueStore.visibleIds(reader, ids),
}

export const issueStore = new Store({
  table: issues,
  record: 'issue',
  visibleWith: ['issues:read', 'issues:write'],
  kind: 'owned',
  shownAs: { name: issues.title },
  references: {
    project_id: projectStore,
    reporter_id: memberReferences,
    assignee_id: memberReferences,
    assignee_group_id: groupReferences,
    parent_id: parents,
  },
  computed: {
    labels: sql<string[]>`array(select l.label ${ofIssue('issue_labels', 'l')} order by l.label)`.as(
      'labels',
    ),
    asset_ids: sql<string[]>`array(select a.asset_id ${ofIssue('issue_assets', 'a')} order by a.asset_id)`.as(
      'asset_ids',
    ),
    configuration_item_ids: sql<
      string[]
    >`array(select c.configuration_item_id ${ofIssue('issue_configuration_items', 'c')} order by c.configuration_item_id)`.as(
      'configuration_item_ids',
    ),
    watcher_count: sql<number>`(select count(*)::int ${ofIssue('issue_watchers', 'w')})`.as('watcher_count'),
    comment_count:
      sql<number>`(select count(*)::int ${ofIssue('issue_comments', 'c')} and ${readable('c.visibility', 'issues.project_id')})`.as(
        'comment_count',
      ),
  },
})

/** A stored issue with its computed members. */
export type IssueRow = Awaited<ReturnType<typeof issueStore.get>>
