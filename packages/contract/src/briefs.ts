import { z } from 'zod'
import { brief } from './kernel/include.ts'
import { nullable } from './kernel/schema.ts'

export { userBrief } from './kernel/user-brief.ts'

// The brief of each kind of record: the members that a response contains when another record includes it.

const named = (description: string, example: string) => ({
  name: z.string().meta({ description, examples: [example] }),
})
const keyed = (example: string) => ({
  key: z.string().meta({ description: 'Key of the record.', examples: [example] }),
})

const archivable = {
  is_archived: z.boolean().meta({ description: 'Whether the record is archived.' }),
}

export const personBrief = brief('person', 'PersonBrief', 'A person that another record includes.', {
  name: nullable(z.string()).meta({
    description: 'Full name, from the current identity; null = none.',
    examples: ['Kim Okafor'],
  }),
  ...archivable,
})

export const projectBrief = brief('project', 'ProjectBrief', 'A project that another record includes.', {
  ...named('Name of the project.', 'Operations'),
  ...keyed('OPS'),
  ...archivable,
})

export const groupBrief = brief('group', 'GroupBrief', 'A group that another record includes.', {
  ...named('Name of the group.', 'Service desk'),
})

export const issueBrief = brief('issue', 'IssueBrief', 'An issue that another record includes.', {
  ...named('Title of the issue.', 'Printer on floor 2 jams'),
  ...keyed('OPS-12'),
})

export const issueStatusBrief = brief(
  'issue_status',
  'IssueStatusBrief',
  'An issue status that another record includes.',
  { ...named('Name of the status.', 'In progress'), ...keyed('in_progress') },
)

export const issueWorkflowBrief = brief(
  'issue_workflow',
  'IssueWorkflowBrief',
  'A workflow that another record includes.',
  { ...named('Name of the workflow.', 'Incident workflow'), ...keyed('incident') },
)

export const issueScreenBrief = brief(
  'issue_screen',
  'IssueScreenBrief',
  'A screen that another record includes.',
  {
    ...named('Name of the screen.', 'Create incident'),
    ...keyed('create_incident'),
  },
)

export const issueFieldBrief = brief(
  'issue_field',
  'IssueFieldBrief',
  'A field that another record includes.',
  {
    ...named('Name of the field.', 'Room'),
    ...keyed('room'),
  },
)

export const assetBrief = brief('asset', 'AssetBrief', 'An asset that another record includes.', {
  ...named('Name of the asset.', 'Loan laptop 12'),
  asset_tag: z.string().meta({ description: 'Inventory label of the asset.', examples: ['A-000012'] }),
})

export const assetModelBrief = brief(
  'asset_model',
  'AssetModelBrief',
  'An asset model that another record includes.',
  { ...named('Name of the model.', 'ThinkPad L14') },
)

export const locationBrief = brief('location', 'LocationBrief', 'A location that another record includes.', {
  ...named('Name of the location.', 'Room 204'),
  code: nullable(z.string()).meta({ description: 'Short code; null = none.', examples: ['R204'] }),
})

export const locationTypeBrief = brief(
  'location_type',
  'LocationTypeBrief',
  'A location type that another record includes.',
  { ...named('Name of the location type.', 'Room') },
)

export const schoolBrief = brief('school', 'SchoolBrief', 'A school that another record includes.', {
  ...named('Name of the school.', 'Northside High'),
  code: nullable(z.string()).meta({ description: 'Short code; null = none.', examples: ['NSH'] }),
  ...archivable,
})

export const schoolYearBrief = brief(
  'school_year',
  'SchoolYearBrief',
  'A school year that another record includes.',
  { ...named('Name of the school year.', '2026/27'), ...archivable },
)

export const schoolCalendarBrief = brief(
  'school_calendar',
  'SchoolCalendarBrief',
  'A calendar that another record includes.',
  { ...named('Name of the calendar.', 'Fall 2026') },
)

export const schoolGradeLevelBrief = brief(
  'school_grade_level',
  'SchoolGradeLevelBrief',
  'A grade level that another record includes.',
  { ...named('Name of the grade level.', 'Grade 9'), ...keyed('9') },
)

export const employmentAssignmentTypeBrief = brief(
  'employment_assignment_type',
  'EmploymentAssignmentTypeBrief',
  'A type of employment assignments that another record includes.',
  { ...named('Name of the type.', 'Teacher'), ...keyed('teacher') },
)
