import { z } from 'zod'
import { collection } from '../kernel/collection.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { byTime, byValue } from '../kernel/filters.ts'
import { anyValue, id, instant, name, nullable, text, timestamp } from '../kernel/schema.ts'

/** The types of activities on an issue. */
export const issueActivityTypes = [
  'issue_created',
  'field_changed',
  'status_changed',
  'assigned',
  'approval_decided',
  'comment_added',
  'comment_edited',
  'comment_deleted',
  'attachment_added',
  'attachment_removed',
  'link_added',
  'link_removed',
  'watcher_added',
  'watcher_removed',
  'repair_updated',
  'issue_archived',
  'issue_restored',
] as const

const activityType = z
  .enum(issueActivityTypes)
  .meta({ id: 'IssueActivityType', description: 'Type of the activity.' })
export type IssueActivityType = z.infer<typeof activityType>

const actor = z
  .object({
    id: id().meta({ description: 'Id of the user.' }),
    display_name: nullable(name()).meta({ description: 'Name to show.' }),
  })
  .meta({ id: 'IssueActor', description: 'The user who acted.' })

const activity = z
  .object({
    id: id().meta({ description: 'Id of the entry (ULID).' }),
    issue_id: id().meta({ description: 'Id of the issue.' }),
    type: activityType,
    actor_id: nullable(id()).meta({ description: 'Id of the user who acted; null = the system.' }),
    actor: nullable(actor),
    created_at: timestamp().meta({ description: 'When it happened.' }),
    data: z.record(z.string(), z.unknown()).meta({
      description:
        'Details of the activity. A change has `field`, `from` and `to`, with `from_label` and `to_label` for the names of statuses, types and priorities. If a value is longer than 1,000 characters, `is_cut` is true and `history_entry_id` is the entry with the full value. A comment has `comment_id`. A link has `link_id`, `link_type`, `direction`, and `linked_issue_id`, `linked_issue_key` and `linked_issue_title` of the issue at the other end. Other types have other members.',
      examples: [{ field: 'title', from: 'Printer', to: 'Printer jams' }],
    }),
  })
  .meta({ id: 'IssueActivity', description: 'One activity of a user on an issue.' })

/** The actions in the history of an issue. */
export const issueHistoryActions = [
  'created',
  'updated',
  'transitioned',
  'archived',
  'restored',
  'deleted',
] as const

const historyAction = z
  .enum(issueHistoryActions)
  .meta({ id: 'IssueHistoryAction', description: 'What was done to the issue.' })

const label = (of: string) =>
  nullable(z.string()).meta({
    description: `${of} in words, as it was at that time. Null if there is no value, if the value is a long text itself, and if it names a record that the caller cannot see.`,
  })

const change = z
  .object({
    field: z.string().meta({ description: 'Name of the member.', examples: ['status', 'details.impact'] }),
    label: z.string().meta({ description: 'Label of the member.', examples: ['Status'] }),
    from: anyValue().meta({
      description:
        'Value before; null if there was none. Records are named by their ids, as in the issue. A former project that the caller cannot see is null.',
    }),
    from_label: label('Value before'),
    to: anyValue().meta({
      description: 'Value after; null if there is none. Records are named by their ids, as in the issue.',
    }),
    to_label: label('Value after'),
    is_cut: z.boolean().meta({
      description:
        'True if a value or its label is longer than 1,000 characters. Then only the first 1,000 characters are returned here.',
    }),
  })
  .meta({ id: 'IssueHistoryChange', description: 'One member that changed.' })

const entry = z
  .object({
    id: id().meta({ description: 'Id of the entry (ULID).' }),
    issue_id: id().meta({ description: 'Id of the issue.' }),
    action: historyAction,
    actor_id: nullable(id()).meta({ description: 'Id of the user who acted; null = the system.' }),
    actor: nullable(actor),
    created_at: timestamp().meta({ description: 'When it happened.' }),
    request_id: z.string().meta({ description: 'Id of the request.' }),
    message: nullable(text(1_000)).meta({
      description: 'The reason: from `change_message`, the reason of a move, or the comment of a vote.',
    }),
    transition_id: nullable(id()).meta({
      description: 'Id of the transition that moved the issue; null = none.',
    }),
    whole: nullable(z.string()).meta({
      description: 'Path of the entry with its full values; null if none of them is shortened here.',
      examples: ['/issues/01J9ZC70FQ2S6H4W8B3MKXTY5D/history/01J9ZC70FQ2S6H4W8B3MKXTY5E'],
    }),
    changes: z.array(change).meta({ description: 'What changed, by member.' }),
  })
  .meta({
    id: 'IssueHistoryEntry',
    description: 'One request that changed an issue. Entries are never changed.',
  })

export interface IssueActivity extends z.infer<typeof activity> {}
export interface IssueHistoryEntry extends z.infer<typeof entry> {}
/** One activity of a user on an issue. */
export const IssueActivity: z.core.$ZodType<IssueActivity, IssueActivity> = activity
/** One request that changed an issue. */
export const IssueHistoryEntry: z.core.$ZodType<IssueHistoryEntry, IssueHistoryEntry> = entry

const activityCollection = collection({
  filters: { type: byValue(activityType), created_at: byTime(instant()) },
  sort: ['created_at'],
})
const historyCollection = collection({
  filters: { created_at: byTime(instant()) },
  sort: ['created_at'],
  defaultSort: 'id',
})

export const issueRecords = {
  history: endpoint({
    operationId: 'listHistoryOfIssue',
    method: 'get',
    path: '/issues/{issue_id}/history',
    tag: 'Issues',
    summary: 'List the changes of an issue',
    description:
      'One entry for each request that changed the issue, oldest first, with the names at that time. Long values are cut, and a page of large entries has fewer entries. The history of a deleted issue needs `issues:manage`.',
    permission: 'issues:read',
    query: historyCollection.query,
    collection: historyCollection,
    success: { status: 200, body: z.array(IssueHistoryEntry) },
  }),
  historyEntry: endpoint({
    operationId: 'getHistoryEntryOfIssue',
    method: 'get',
    path: '/issues/{issue_id}/history/{entry_id}',
    tag: 'Issues',
    summary: 'Read one change of an issue',
    description: 'Returns full values, however long they are.',
    permission: 'issues:read',
    success: { status: 200, body: IssueHistoryEntry },
  }),
  activity: endpoint({
    operationId: 'listActivityOfIssue',
    method: 'get',
    path: '/issues/{issue_id}/activity',
    tag: 'Issues',
    summary: 'List the activity on an issue',
    description:
      'Newest first. Entries about internal comments are shown to callers with `issues:read_internal`, entries about links to callers who may read the issue at the other end.',
    permission: 'issues:read',
    query: activityCollection.query,
    collection: activityCollection,
    success: { status: 200, body: z.array(IssueActivity) },
  }),
}
