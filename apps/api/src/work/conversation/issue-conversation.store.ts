import { sql } from 'drizzle-orm'
import { userLabel } from '../../db/user-label.ts'
import type { Scope } from '../../store/page-statements.ts'
import { Store } from '../../store/store.ts'
import { memberReferences } from '../../system/member-references.repository.ts'
import { issueStore, readable } from '../issues/issues.store.ts'
import { issueActivities, issueComments, issueWatchers } from './issue-conversation.table.ts'
import { issueAttachments } from './issue-links.table.ts'

interface Named {
  readonly id: string
  readonly display_name: string | null
}

const named = (column: string) =>
  sql`(select jsonb_build_object('id', u.id, 'display_name', ${userLabel}) from users u where u.id = ${sql.raw(column)})`

export const commentStore = new Store({
  table: issueComments,
  record: 'issue_comment',
  kind: 'owned',
  references: { author_id: memberReferences },
  computed: { is_edited: sql<boolean>`(issue_comments.edited_at is not null)`.as('is_edited') },
})

export const attachmentStore = new Store({
  table: issueAttachments,
  record: 'issue_attachment',
  kind: 'owned',
})

export const watcherStore = new Store({
  table: issueWatchers,
  record: 'issue_watcher',
  kind: 'owned',
  computed: {
    user_id: sql<string>`issue_watchers.id`.as('user_id'),
    user: sql<Named>`${named('issue_watchers.id')}`.as('user'),
  },
})

const isOfLink = sql`issue_activities.type in ('link_added', 'link_removed')`

const ofLinked = (column: 'key' | 'project_id') =>
  sql`(select i.${sql.raw(column)} from issues i
        where i.tenant_id = issue_activities.tenant_id and i.id = issue_activities.data->>'linked_issue_id')`

/**
 * The data of an activity entry. A linked issue has its present key, because its key before a move may be that of a project
 * which the reader cannot see. A deleted issue has its stored key, which is shown to readers who can see the stored project.
 */
export const activityData = sql<Readonly<Record<string, unknown>>>`case when ${isOfLink}
  then issue_activities.data - 'linked_issue_project_id' || jsonb_build_object('linked_issue_key',
         coalesce(${ofLinked('key')}, issue_activities.data->>'linked_issue_key'))
  else issue_activities.data end`

export const activityStore = new Store({
  table: issueActivities,
  record: 'issue_activity',
  kind: 'owned',
  computed: {
    actor: sql<Named | null>`${named('issue_activities.actor_id')}`.as('actor'),
    data: activityData.as('data'),
  },
})

const projectOf = (table: string) =>
  `(select i.project_id from issues i where i.tenant_id = ${table}.tenant_id and i.id = ${table}.issue_id)`

const ofParent = (table: 'issue_comments' | 'issue_activities') =>
  sql`${sql.raw(table)}.issue_id = ${sql.placeholder('parent_id')} and ${readable(`${table}.visibility`, projectOf(table))}`

/** The comments of an issue that the caller may read. */
export const commentsOf = (issueId: string): Scope => ({
  name: 'of issue',
  condition: ofParent('issue_comments'),
  values: { parent_id: issueId },
})

/** SQL that hides entries about links to issues that the caller cannot see. For a deleted issue, the stored project decides. */
const namesReadable = sql`(not ${isOfLink} or ${issueStore.visibleIn(
  sql`coalesce(${ofLinked('project_id')}, issue_activities.data->>'linked_issue_project_id')`,
)})`

/** The activity of an issue that the caller may read. */
export const activitiesOf = (issueId: string): Scope => ({
  name: 'of issue',
  condition: sql`${ofParent('issue_activities')} and ${namesReadable}`,
  values: { parent_id: issueId },
})
