import { z } from 'zod'
import { collection } from '../kernel/collection.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { byTime, byValue } from '../kernel/filters.ts'
import { id, instant, name, nullable, reference, timestamp } from '../kernel/schema.ts'

/** The reasons why a user watches an issue. */
export const watchReasons = ['manual', 'reporter', 'assignee', 'commenter'] as const

const watchReason = z.enum(watchReasons).meta({
  id: 'WatchReason',
  description: 'Why the user watches the issue: by choice (`manual`), or because of a role in the issue.',
})

const watcherUser = z
  .object({
    id: id().meta({ description: 'Id of the user.' }),
    display_name: nullable(name()).meta({ description: 'Name to show.' }),
  })
  .meta({ id: 'IssueWatcherUser', description: 'The user who watches.' })

const watcher = z
  .object({
    id: id().meta({ description: 'Id of the watcher, which is the id of the user.' }),
    issue_id: id().meta({ description: 'Id of the issue.' }),
    user_id: id().meta({ description: 'Id of the user.' }),
    user: watcherUser,
    reason: watchReason,
    added_by: nullable(id()).meta({
      description: 'Id of the user who added the watcher; null = the system.',
    }),
    created_at: timestamp().meta({ description: 'When the user started to watch the issue.' }),
  })
  .meta({ id: 'IssueWatcher', description: 'A user who follows an issue.' })
const watcherCreate = z
  .strictObject({
    user_id: reference('the user')
      .optional()
      .meta({ description: 'Id (ULID) of the user who is to watch; the caller by default.' }),
  })
  .meta({ id: 'IssueWatcherCreate', description: 'The user who is to watch the issue.' })

export interface IssueWatcher extends z.infer<typeof watcher> {}
export interface IssueWatcherCreate extends z.infer<typeof watcherCreate> {}
/** A user who follows an issue. */
export const IssueWatcher: z.core.$ZodType<IssueWatcher, IssueWatcher> = watcher
/** The user who is to watch the issue. */
export const IssueWatcherCreate: z.core.$ZodType<IssueWatcherCreate, IssueWatcherCreate> = watcherCreate

const watcherCollection = collection({
  filters: { reason: byValue(watchReason), created_at: byTime(instant()) },
  sort: ['created_at'],
  defaultSort: '-created_at',
})

export const issueWatchers = {
  list: endpoint({
    operationId: 'listWatchersOfIssue',
    method: 'get',
    path: '/issues/{issue_id}/watchers',
    tag: 'Issues',
    summary: 'List the watchers of an issue',
    permission: 'issues:read',
    query: watcherCollection.query,
    collection: watcherCollection,
    success: { status: 200, body: z.array(IssueWatcher) },
  }),
  create: endpoint({
    operationId: 'createWatcherOfIssue',
    method: 'post',
    path: '/issues/{issue_id}/watchers',
    tag: 'Issues',
    summary: 'Add a watcher to an issue',
    description: 'If the user already watches the issue, returns the existing record.',
    permission: 'issues:write',
    body: IssueWatcherCreate,
    bodyOptional: true,
    success: { status: 201, body: IssueWatcher },
    location: null,
  }),
  delete: endpoint({
    operationId: 'deleteWatcherOfIssue',
    method: 'delete',
    path: '/issues/{issue_id}/watchers/{user_id}',
    tag: 'Issues',
    summary: 'Stop watching an issue',
    permission: 'issues:write',
    success: { status: 204 },
  }),
}
