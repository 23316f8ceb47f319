import { z } from 'zod'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { externalIdsGiven } from '../kernel/external-ids.ts'
import { catalogueMembers, ownedOnCreate } from '../kernel/record.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'
import {
  IssueConfigurationCloneInput,
  keyedErrors,
  keyedFilters,
  keyMember,
  namedMembers,
  switchMember,
} from './issue-configuration-members.ts'

const fields = {
  ...namedMembers('Report an incident'),
  is_active: switchMember.meta({
    description:
      'False: the screen has no effect where it is used, and new records cannot refer to it. Default: true. For a shared screen, this is the setting of the selected tenant: a PATCH with only this member changes it for that tenant.',
  }),
}
const key = keyMember(['report_incident'])

const issueScreen = z.object({ ...catalogueMembers, key, ...fields }).meta({
  id: 'IssueScreen',
  description: 'A form for issues: the fields that are requested when an issue is created, changed or moved.',
})
const issueScreenCreate = z
  .strictObject({ key, ...fields, ...ownedOnCreate })
  .partial({ key: true, description: true, is_active: true })
  .meta({ id: 'IssueScreenCreate', description: 'A new screen. Its fields are added afterwards.' })
const issueScreenUpdate = z
  .strictObject({ ...fields, external_ids: externalIdsGiven })
  .partial()
  .meta({ id: 'IssueScreenUpdate', description: 'Changes to a screen. Its key is fixed.' })

export interface IssueScreen extends z.infer<typeof issueScreen> {}
export interface IssueScreenCreate extends z.infer<typeof issueScreenCreate> {}
export interface IssueScreenUpdate extends z.infer<typeof issueScreenUpdate> {}
/** A form for issues. */
export const IssueScreen: z.core.$ZodType<IssueScreen, IssueScreen> = issueScreen
/** A new screen. */
export const IssueScreenCreate: z.core.$ZodType<IssueScreenCreate, IssueScreenCreate> = issueScreenCreate
/** A merge patch (RFC 7396) of a screen. */
export const IssueScreenUpdate: z.core.$ZodType<IssueScreenUpdate, IssueScreenUpdate> = issueScreenUpdate

export const issueScreens = {
  ...crud({
    tag: 'Issue configuration',
    type: 'IssueScreen',
    types: 'IssueScreens',
    one: 'an issue screen',
    many: 'issue screens',
    paths: { collection: '/issue-screens', item: '/issue-screens/{issue_screen_id}' },
    permission: 'issue_configuration',
    record: IssueScreen,
    create: IssueScreenCreate,
    update: IssueScreenUpdate,
    collection: collection({
      hasExternalIds: true,
      filters: keyedFilters,
      sort: ['key', 'name', 'created_at', 'updated_at'],
      search: true,
      catalogue: true,
    }),
    errors: keyedErrors,
  }),
  clone: endpoint({
    operationId: 'cloneIssueScreen',
    method: 'post',
    path: '/issue-screens/{issue_screen_id}/clone',
    tag: 'Issue configuration',
    summary: 'Copy an issue screen',
    description:
      'Creates a screen of the selected tenant with the same fields. The original may be a shared screen. Inactive fields are left out.',
    permission: 'issue_configuration:write',
    body: IssueConfigurationCloneInput,
    bodyOptional: true,
    success: { status: 201, body: IssueScreen },
    location: '/issue-screens/{id}',
    errors: ['already_exists'],
  }),
}

/** Writes up to 500 issue screens in one request. */
export const issueScreensBulk: BulkOf<'issueScreens'> = bulk(issueScreens)

/** Creates an issue screen by an external id, or updates it. */
export const issueScreensUpsert: UpsertOf<'issueScreens'> = upsert(issueScreens)

/** Lists the changes of an issue screen. */
export const issueScreensHistory: HistoryOf<typeof issueScreens.get> = history(issueScreens.get)
