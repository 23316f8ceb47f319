import { collection } from '../kernel/collection.ts'
import {
  byFlag,
  byLowerKey,
  byNumber,
  byReference,
  byTime,
  byUpperKey,
  byUser,
  byValue,
} from '../kernel/filters.ts'
import {
  day,
  instant,
  integer,
  line,
  queryAnyOf,
  reference,
  severalOf,
  text,
  userReference,
} from '../kernel/schema.ts'
import { issueDetailsFilters, issueDetailsTimes } from './issue-details-filters.ts'
import { statusCategory } from './issue-status-categories.ts'
import { issueIncludes } from './issues.ts'

const filters = {
  key: byUpperKey(),
  number: byNumber(integer()),
  project_id: byReference('the project'),
  issue_type: byLowerKey(),
  status: byLowerKey(),
  status_category: byValue(statusCategory),
  is_closed: byFlag(),
  priority: byLowerKey(),
  priority_level: byNumber(integer()),
  reporter_id: byUser('the user who reported the issue'),
  assignee_id: byUser('the user who works on the issue', { nullable: true }),
  assignee_group_id: byReference('the group that works on the issue', { nullable: true }),
  parent_id: byReference('the parent issue', { nullable: true }),
  start_date: byTime(day(), { nullable: true }),
  due_date: byTime(day(), { nullable: true }),
  opened_at: byTime(instant()),
  first_responded_at: byTime(instant(), { nullable: true }),
  resolved_at: byTime(instant(), { nullable: true }),
  closed_at: byTime(instant(), { nullable: true }),
  created_at: byTime(instant()),
  updated_at: byTime(instant()),
  ...issueDetailsTimes,
}

const detailsTimes = Object.keys(issueDetailsTimes)

const columns = {
  filters,
  sort: [
    'number',
    'title',
    'issue_type',
    'status',
    'priority_level',
    'start_date',
    'due_date',
    'opened_at',
    'resolved_at',
    'closed_at',
    'created_at',
    'updated_at',
    ...detailsTimes,
  ],
  archivable: true,
} as const

/** The filters and orders of issues that need only columns of the issue itself. */
export const issueColumns = collection({ hasExternalIds: true, ...columns })

const asset = reference('the asset')
const item = reference('the configuration item')
const watcher = userReference('the user')
const voter = userReference('the approver')

const parameters = {
  q: text(200).meta({
    description:
      'Words, or beginnings of words, in the key, title, description, details, labels, searchable fields or comments, whatever their case and accents. The best matches come first.',
  }),
  label: queryAnyOf(line(64)).meta({
    description: 'Only issues with this label; repeat it for any of several.',
  }),
  asset_id: queryAnyOf(asset).meta({ description: `Only issues about this asset; ${severalOf(asset)}.` }),
  configuration_item_id: queryAnyOf(item).meta({
    description: `Only issues about this configuration item; ${severalOf(item)}.`,
  }),
  watcher_id: queryAnyOf(watcher).meta({
    description: `Only issues that this user watches; ${severalOf(watcher)}.`,
  }),
  pending_approver_id: queryAnyOf(voter).meta({
    description: `Only issues whose approval is requested, and for which this approver has not voted yet; ${severalOf(voter)}.`,
  }),
  ...issueDetailsFilters,
} as const

/** Parameters whose values are users. */
const users = ['watcher_id', 'pending_approver_id', 'approver_id'] as const

const open = {
  prefix: 'cf_',
  name: 'custom_fields',
  description: [
    'Filters by custom fields, each by a parameter with the name `cf_` and the key of the field: `cf_room=A 12`;',
    'repeat it for any of several. Numbers, days and times also have `cf_<key>__gte` and `cf_<key>__lt`, and every',
    'field has `cf_<key>__is_null`. `sort` accepts `cf_<key>` as its first field. Texts are sorted like names; issues without a value come last.',
  ].join(' '),
} as const

/** The list of issues. */
export const issueCollection = collection({
  hasExternalIds: true,
  include: issueIncludes.include,
  ...columns,
  parameters,
  users,
  open,
})

const { project_id: _, ...filtersInProject } = filters

/** The list of the issues of one project, without the filter by project. */
export const issuesOfProject = collection({
  hasExternalIds: true,
  include: issueIncludes.include,
  ...columns,
  filters: filtersInProject,
  parameters,
  users,
  open,
})
