import { z } from 'zod'
import { collection } from '../kernel/collection.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { byTime, byValue } from '../kernel/filters.ts'
import { anyValue, id, instant, name, nullable, text, timestamp } from '../kernel/schema.ts'

/** What people do around an issue. */
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
  .meta({ id: 'IssueActivityType', description: 'What somebody did.' })
export type IssueActivityType = z.infer<typeof activityType>

const actor = z
  .object({
    id: id().meta({ description: 'Id of the user.' }),
    display_name: nullable(name()).meta({ description: 'Name to show.' }),
  })
  .meta({ id: 'IssueActor', description: 'Who did it.' })

const activity = z
  .object({
    id: id().meta({ description: 'Id of the entry (ULID).' }),
    issue_id: id().meta({ description: 'Id of the issue.' }),
    type: activityType,
    actor_id: nullable(id()).meta({ description: 'Id of the user who did it; null = the system.' }),
    actor: nullable(actor),
    created_at: timestamp().meta({ description: 'When.' }),
    data: z.record(z.string(), z.unknown()).meta({
      description:
        'What it was about: `field`, `from` and `to` of a change, with `from_label` and `to_label` for the names of statuses, types and priorities; `is_cut` where a value is longer than 1,000 characters, and `history_entry_id` of the entry that has it whole; `comment_id`; of a link `link_id`, `link_type`, `direction`, and `linked_issue_id`, `linked_issue_key`, `linked_issue_title` of the issue at the other end; and so on.',
      examples: [{ field: 'title', from: 'Printer', to: 'Printer jams' }],
    }),
  })
  .meta({ id: 'IssueActivity', description: 'One thing that somebody did around an issue.' })

/** What was done to the record of an issue. */
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
    description: `${of} in words, as it was then; null if there is none, if the words are the long text itself, and if the value names a record that the caller cannot see.`,
  })

const change = z
  .object({
    field: z.string().meta({ description: 'Name of the member.', examples: ['status', 'details.impact'] }),
    label: z.string().meta({ description: 'The member in words.', examples: ['Status'] }),
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
        'True where a value or its words are longer than 1,000 characters, of which only the first are here.',
    }),
  })
  .meta({ id: 'IssueHistoryChange', description: 'One member that changed.' })

const entry = z
  .object({
    id: id().meta({ description: 'Id of the entry (ULID).' }),
    issue_id: id().meta({ description: 'Id of the issue.' }),
    action: historyAction,
    actor_id: nullable(id()).meta({ description: 'Id of the user who did it; null = the system.' }),
    actor: nullable(actor),
    created_at: timestamp().meta({ description: 'When.' }),
    request_id: z.string().meta({ description: 'Id of the request.' }),
    message: nullable(text(1_000)).meta({
      description: 'The reason: from `change_message`, the reason of a move, or the comment of a vote.',
    }),
    transition_id: nullable(id()).meta({ description: 'Id of the transition that moved it.' }),
    whole: nullable(z.string()).meta({
      description: 'Path of the entry with its full values; null if none of them is shortened here.',
      examples: ['/issues/01J9ZC70FQ2S6H4W8B3MKXTY5D/history/01J9ZC70FQ2S6H4W8B3MKXTY5E'],
    }),
    changes: z.array(change).meta({ description: 'What changed, by member.' }),
  })
  .meta({
    id: 'IssueHistoryEntry',
    description: 'One request that changed an issue. Entries stay as they are.',
  })

export interface IssueActivity extends z.infer<typeof activity> {}
export interface IssueHistoryEntry extends z.infer<typeof entry> {}
/** One thing that somebody did around an issue. */
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
      'One entry for each request that changed it, oldest first, with names as they were then. Long values are cut, and a page of large entries ends early. The history of a deleted issue needs `issues:manage`.',
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
    description: 'Returns whole values, however long they are.',
    permission: 'issues:read',
    success: { status: 200, body: IssueHistoryEntry },
  }),
  activity: endpoint({
    operationId: 'listActivityOfIssue',
    method: 'get',
    path: '/issues/{issue_id}/activity',
    tag: 'Issues',
    summary: 'List what people did around an issue',
    description:
      'Newest first. Entries about internal comments are shown to callers with `issues:read_internal`, entries about links to callers who may read the issue at the other end.',
    permission: 'issues:read',
    query: activityCollection.query,
    collection: activityCollection,
    success: { status: 200, body: z.array(IssueActivity) },
  }),
}
