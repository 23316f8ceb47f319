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
  reporter_id: byUser('the user who reports it'),
  assignee_id: byUser('the user who works on it', { nullable: true }),
  assignee_group_id: byReference('the group that works on it', { nullable: true }),
  parent_id: byReference('the issue that it is a part of', { nullable: true }),
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

/** The list of issues as far as columns of the issue itself answer it. */
export const issueColumns = collection({ hasExternalIds: true, ...columns })

const asset = reference('the asset')
const item = reference('the configuration item')
const watcher = userReference('the user')

const parameters = {
  q: text(200).meta({
    description:
      'Words, or beginnings of words, that key, title, description, details, labels, searchable fields or comments hold, whatever their case and accents; the best matches come first.',
  }),
  label: queryAnyOf(line(64)).meta({ description: 'Only with this label; repeat it for any of several.' }),
  asset_id: queryAnyOf(asset).meta({ description: `Only about this asset; ${severalOf(asset)}.` }),
  configuration_item_id: queryAnyOf(item).meta({
    description: `Only about this configuration item; ${severalOf(item)}.`,
  }),
  watcher_id: queryAnyOf(watcher).meta({ description: `Only watched by this user; ${severalOf(watcher)}.` }),
  ...issueDetailsFilters,
} as const

/** Parameters that name users. */
const users = ['watcher_id', 'approver_id'] as const

const open = {
  prefix: 'cf_',
  name: 'custom_fields',
  description: [
    'Values of the tenant’s own fields, each by a parameter named `cf_` and the key of the field: `cf_room=A 12`;',
    'repeat it for any of several. Numbers, days and moments have `cf_<key>__gte` and `cf_<key>__lt`, too, and every',
    'field `cf_<key>__is_null`. `sort` takes `cf_<key>` in the first place, texts in the order of names; issues without a value come last.',
  ].join(' '),
} as const

/** How issues are listed. */
export const issueCollection = collection({
  hasExternalIds: true,
  include: issueIncludes.include,
  ...columns,
  parameters,
  users,
  open,
})

const { project_id: _, ...filtersInProject } = filters

/** How the issues of one project are listed. */
export const issuesOfProject = collection({
  hasExternalIds: true,
  include: issueIncludes.include,
  ...columns,
  filters: filtersInProject,
  parameters,
  users,
  open,
})
