import { z } from 'zod'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { externalIdsGiven } from '../kernel/external-ids.ts'
import { byFlag, byValue } from '../kernel/filters.ts'
import { catalogueMembers, ownedOnCreate } from '../kernel/record.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'
import {
  activeMember,
  colorMember,
  keyedErrors,
  keyedFilters,
  keyMember,
  namedMembers,
  positionMember,
} from './issue-configuration-members.ts'
import { statusCategory } from './issue-status-categories.ts'

const fields = {
  ...namedMembers('Waiting for parts'),
  category: statusCategory,
  pauses_clock: z.boolean().meta({
    description: 'True: time in this status does not count as working time. Default: false.',
  }),
  is_readonly: z.boolean().meta({
    description: 'True: issues in this status can be moved, but not changed otherwise. Default: false.',
  }),
  color: colorMember,
  position: positionMember,
  is_active: activeMember,
}
const key = keyMember(['waiting_for_parts'])

const issueStatus = z
  .object({
    ...catalogueMembers,
    key,
    ...fields,
    is_closed: z.boolean().meta({
      description: 'True when the category is `completed` or `cancelled`.',
    }),
  })
  .meta({
    id: 'IssueStatus',
    description: 'A status of issues. Workflows define the transitions between statuses.',
  })
const issueStatusCreate = z
  .strictObject({ key, ...fields, ...ownedOnCreate })
  .partial({
    key: true,
    category: true,
    description: true,
    pauses_clock: true,
    is_readonly: true,
    color: true,
    position: true,
    is_active: true,
  })
  .meta({
    id: 'IssueStatusCreate',
    description: 'A new issue status. The default `category` is `unstarted`.',
  })
const issueStatusUpdate = z
  .strictObject({ ...fields, external_ids: externalIdsGiven })
  .partial()
  .meta({
    id: 'IssueStatusUpdate',
    description:
      'Changes to an issue status. Its key cannot be changed. While issues have the status, a new category must not close or reopen them. Otherwise the issues get the new category, each with an entry in its history.',
  })

export interface IssueStatus extends z.infer<typeof issueStatus> {}
export interface IssueStatusCreate extends z.infer<typeof issueStatusCreate> {}
export interface IssueStatusUpdate extends z.infer<typeof issueStatusUpdate> {}
/** A status of issues. */
export const IssueStatus: z.core.$ZodType<IssueStatus, IssueStatus> = issueStatus
/** A new issue status. */
export const IssueStatusCreate: z.core.$ZodType<IssueStatusCreate, IssueStatusCreate> = issueStatusCreate
/** A merge patch (RFC 7396) of an issue status. */
export const IssueStatusUpdate: z.core.$ZodType<IssueStatusUpdate, IssueStatusUpdate> = issueStatusUpdate

export const issueStatuses = crud({
  tag: 'Issue configuration',
  type: 'IssueStatus',
  types: 'IssueStatuses',
  one: 'an issue status',
  many: 'issue statuses',
  paths: { collection: '/issue-statuses', item: '/issue-statuses/{issue_status_id}' },
  permission: 'issue_configuration',
  record: IssueStatus,
  create: IssueStatusCreate,
  update: IssueStatusUpdate,
  collection: collection({
    hasExternalIds: true,
    filters: {
      ...keyedFilters,
      category: byValue(statusCategory),
      is_closed: byFlag(),
      pauses_clock: byFlag(),
      is_readonly: byFlag(),
    },
    sort: ['position', 'key', 'name', 'category', 'created_at', 'updated_at'],
    defaultSort: 'position,-id',
    search: true,
    catalogue: true,
  }),
  errors: { ...keyedErrors, update: ['dependent_item_exists'] },
})

/** Writes up to 500 issue statuses in one request. */
export const issueStatusesBulk: BulkOf<'issueStatuses'> = bulk(issueStatuses)

/** Creates an issue status by an external id, or updates it. */
export const issueStatusesUpsert: UpsertOf<'issueStatuses'> = upsert(issueStatuses)

/** Lists the changes of an issue status. */
export const issueStatusesHistory: HistoryOf<typeof issueStatuses.get> = history(issueStatuses.get)
