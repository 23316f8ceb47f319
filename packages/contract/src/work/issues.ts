import { z } from 'zod'
import { groupBrief, issueBrief, projectBrief, userBrief } from '../briefs.ts'
import { externalIdsGiven, recordReference } from '../kernel/external-ids.ts'
import { includes } from '../kernel/include.ts'
import { ownedMembers, ownedOnCreate } from '../kernel/record.ts'
import {
  day,
  distinct,
  id,
  instant,
  keyOrId,
  line,
  longText,
  name,
  nullable,
  reference,
  text,
  timestamp,
} from '../kernel/schema.ts'
import { configurationKey } from './issue-configuration-members.ts'
import { IssueDetails, IssueDetailsInput } from './issue-details.ts'
import { statusCategory } from './issue-status-categories.ts'

/** Why an issue is changed. */
export const changeMessage = text(200).meta({ description: 'The reason for the change, for the history.' })

/** Values of the custom fields of a tenant. */
export const customFields = z.record(z.string(), z.unknown()).meta({
  description: 'Values of the custom fields of the tenant, by their key.',
  examples: [{ room: 'A 12' }],
})

const fields = {
  issue_type: keyOrId('the issue type').meta({ examples: ['incident'] }),
  issue_type_id: keyOrId('the issue type'),
  title: name().meta({
    description: 'What the issue is about, in one line.',
    examples: ['Printer on floor 2 jams'],
  }),
  description: nullable(longText()).meta({ description: 'Description, in Markdown.' }),
  priority: keyOrId('the priority').meta({ examples: ['high'] }),
  priority_id: keyOrId('the priority'),
  status: keyOrId('the status').meta({ examples: ['in_progress'] }),
  status_id: keyOrId('the status'),
  project_id: recordReference('projects', 'the project'),
  reporter_id: reference('the user who reported the issue'),
  assignee_id: nullable(reference('the user who works on the issue')),
  assignee_group_id: nullable(recordReference('groups', 'the group that works on the issue')),
  parent_id: nullable(recordReference('issues', 'the parent issue')),
  start_date: nullable(day()).meta({ description: 'Day on which work begins.' }),
  due_date: nullable(day()).meta({ description: 'Day by which the issue is to be done.' }),
  opened_at: instant().meta({ description: 'When the issue was opened; at most 5 minutes in the future.' }),
  resolution: nullable(name()).meta({
    description: 'How the issue ended. Only closed issues have a resolution.',
  }),
  asset_ids: distinct(recordReference('assets', 'an asset'), 100).meta({
    description: 'Ids of the assets that the issue is about.',
  }),
  configuration_item_ids: distinct(recordReference('configuration_items', 'a configuration item'), 100).meta({
    description: 'Ids of the configuration items that the issue is about.',
  }),
  labels: distinct(line(64), 50).meta({
    description: 'Labels by which the issue can be found.',
    examples: [['printer', 'floor 2']],
  }),
  custom_fields: customFields,
  details: IssueDetailsInput,
  change_message: changeMessage,
}

const optionalOnCreate = {
  issue_type: true,
  issue_type_id: true,
  description: true,
  priority: true,
  priority_id: true,
  status: true,
  status_id: true,
  project_id: true,
  reporter_id: true,
  assignee_id: true,
  assignee_group_id: true,
  parent_id: true,
  start_date: true,
  due_date: true,
  opened_at: true,
  resolution: true,
  asset_ids: true,
  configuration_item_ids: true,
  labels: true,
  custom_fields: true,
  details: true,
  change_message: true,
} as const

const happened = (what: string) =>
  nullable(timestamp()).meta({ description: `When ${what}; null = it has not happened.` })

const { change_message: _, ...kept } = fields

/** The records that a request can include in an issue. */
export const issueIncludes = includes('Issue', {
  project: projectBrief,
  reporter: userBrief,
  assignee: userBrief,
  assignee_group: groupBrief,
  parent: issueBrief,
})

const issue = z
  .object({
    ...ownedMembers,
    ...kept,
    issue_type: configurationKey().meta({ description: 'Key of the issue type.', examples: ['incident'] }),
    priority: configurationKey().meta({ description: 'Key of the priority.', examples: ['high'] }),
    status: configurationKey().meta({ description: 'Key of the status.', examples: ['in_progress'] }),
    key: z.string().meta({
      description: 'Key of the issue: the key of the project, and the number.',
      examples: ['OPS-12'],
    }),
    number: z
      .int()
      .min(1)
      .meta({ description: 'Number of the issue, counted in the project for each tenant.' }),
    project_id: id().meta({ description: 'Id of the project.' }),
    issue_type_id: id().meta({ description: 'Id of the issue type.' }),
    priority_level: z.int().min(1).meta({ description: 'Level of the priority; 1 = most urgent.' }),
    priority_id: id().meta({ description: 'Id of the priority.' }),
    status_id: id().meta({ description: 'Id of the status.' }),
    status_category: statusCategory,
    is_closed: z
      .boolean()
      .meta({ description: 'True if the category of the status is `completed` or `cancelled`.' }),
    reporter_id: nullable(id()).meta({ description: 'Id of the user who reported the issue.' }),
    assignee_id: nullable(id()).meta({ description: 'Id of the user who works on the issue.' }),
    assignee_group_id: nullable(id()).meta({ description: 'Id of the group that works on the issue.' }),
    parent_id: nullable(id()).meta({ description: 'Id of the parent issue.' }),
    asset_ids: z.array(id()).meta({ description: 'Ids of the assets that the issue is about.' }),
    configuration_item_ids: z
      .array(id())
      .meta({ description: 'Ids of the configuration items that the issue is about.' }),
    opened_at: timestamp().meta({ description: 'When the issue was opened.' }),
    first_responded_at: happened(
      'a user other than the reporter first commented on the issue, started or completed it',
    ),
    resolved_at: happened('work on the issue was completed'),
    closed_at: happened('the issue was closed'),
    details: IssueDetails,
    watcher_count: z.int().min(0).meta({ description: 'Number of users who watch the issue.' }),
    comment_count: z.int().min(0).meta({ description: 'Number of comments that the caller may read.' }),
    archived_at: nullable(timestamp()).meta({ description: 'When the issue was archived; null = in use.' }),
    ...issueIncludes.members,
  })
  .meta({ id: 'Issue', description: 'A piece of work: a task, an incident, a request and so on.' })

const { project_id: __, ...withoutProject } = fields
const { project_id: ___, ...optionalInProject } = optionalOnCreate

const repairedAsset = recordReference('assets', 'the asset that a repair is about').meta({
  description: 'Id of the asset that a repair is about. Other issues have `asset_ids`.',
})

const issueCreate = z
  .strictObject({
    ...fields,
    asset_id: repairedAsset,
    project_id: nullable(fields.project_id),
    ...ownedOnCreate,
  })
  .partial({ ...optionalOnCreate, asset_id: true })
  .meta({
    id: 'IssueCreate',
    description:
      'A new issue. By default it belongs to the shared project Service desk, or to the shared project Repairs if it is a repair. Type, priority and status accept a key or an id: `status` and `status_id` mean the same. The issue begins in the initial status of its workflow; another `status` needs the permission `issues:manage`.',
  })
const issueCreateInProject = z
  .strictObject({ ...withoutProject, asset_id: repairedAsset, ...ownedOnCreate })
  .partial({ ...optionalInProject, asset_id: true })
  .meta({ id: 'IssueCreateInProject', description: 'A new issue of the project in the path.' })
const issueUpdate = z
  .strictObject({ ...fields, external_ids: externalIdsGiven })
  .partial()
  .meta({
    id: 'IssueUpdate',
    description: [
      'Changes to an issue. `details` and `custom_fields` are merged member by member; `status` moves it as a transition does.',
      'Another `issue_type` requires what a new issue of that type requires. Members of `details` that the new kind does not',
      'have are removed; the history keeps their values. Values of custom fields that the new type does not have stay until',
      'they are cleared with null.',
    ].join(' '),
  })

export interface Issue extends z.infer<typeof issue> {}
export interface IssueCreate extends z.infer<typeof issueCreate> {}
export interface IssueCreateInProject extends z.infer<typeof issueCreateInProject> {}
export interface IssueUpdate extends z.infer<typeof issueUpdate> {}
/** A piece of work. */
export const Issue: z.core.$ZodType<Issue, Issue> = issue
/** A new issue. */
export const IssueCreate: z.core.$ZodType<IssueCreate, IssueCreate> = issueCreate
/** A new issue of the project in the path. */
export const IssueCreateInProject: z.core.$ZodType<IssueCreateInProject, IssueCreateInProject> =
  issueCreateInProject
/** A merge patch (RFC 7396) of an issue. */
export const IssueUpdate: z.core.$ZodType<IssueUpdate, IssueUpdate> = issueUpdate
