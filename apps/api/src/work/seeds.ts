import { issueSubtypes } from '@commonhold/contract'
import type postgres from 'postgres'
import {
  issueLinkTypeRows,
  issuePriorityRows,
  issueScreenRows,
  issueStatusRows,
  issueTypeSeeds,
  seededScreenFields,
  workSeedId,
} from './configuration/issue-configuration.seeds.ts'
import { issueFieldRows } from './configuration/issue-fields.seeds.ts'
import { seededWorkflows } from './configuration/issue-workflows.seeds.ts'

interface Keyed {
  readonly id: string
  readonly key: string
}

/** The id of the seed with the key. Throws if no seed has the key, which is an error in this data. */
function idOf(rows: readonly Keyed[], key: string): string {
  const found = rows.find((row) => row.key === key)
  if (!found) throw new Error(`no seed has the key ${key}`)
  return found.id
}

export const issueWorkflowRows = issueSubtypes.map((key) => ({
  id: workSeedId(seededWorkflows[key].number),
  key,
  name: seededWorkflows[key].name,
  is_default: key === 'task',
  is_active: true,
}))

/** The number of a part of a workflow: each collection has 1000 numbers, and each workflow 100 of them. */
const partNumber = (collection: number, workflow: number, part: number) =>
  collection + (workflow - 400) * 100 + part

export const issueWorkflowStatusRows = issueSubtypes.flatMap((key) => {
  const { number, statuses, waits_in } = seededWorkflows[key]
  return statuses.map(([position, status], at) => ({
    id: workSeedId(partNumber(1000, number, position)),
    workflow_id: workSeedId(number),
    status_id: idOf(issueStatusRows, status),
    is_initial: at === 0,
    waits_for_approval: status === waits_in,
    position,
  }))
})

export const issueWorkflowTransitionRows = issueSubtypes.flatMap((subtype) => {
  const { number, transitions } = seededWorkflows[subtype]
  return transitions.map(([part, key, name, from, to, rules = {}], at) => ({
    id: workSeedId(partNumber(2000, number, part)),
    workflow_id: workSeedId(number),
    key,
    name,
    from_status_id: idOf(issueStatusRows, from),
    to_status_id: idOf(issueStatusRows, to),
    screen_id: rules.screen ? idOf(issueScreenRows, rules.screen) : null,
    position: at + 1,
    requires_comment: false,
    required_fields: rules.required_fields ?? [],
    allowed_group_ids: [],
    allowed_actors: [],
    required_permission: rules.required_permission ?? null,
    condition: rules.condition ?? {},
    set_fields: rules.set_fields ?? {},
    allowed_values: rules.allowed_values ?? {},
    allows_open_blockers: false,
    is_active: true,
  }))
})

const issueTypeRows = issueTypeSeeds.map(([number, key, name, description, icon, color], at) => ({
  id: workSeedId(number),
  key,
  name,
  description,
  subtype: key,
  icon,
  color,
  position: at + 1,
  is_default: key === 'task',
  is_active: true,
  workflow_id: idOf(issueWorkflowRows, key),
  hierarchy_level: 0,
}))

const issueScreenFieldRows = seededScreenFields.map(([number, screen, field]) => ({
  id: workSeedId(number),
  screen_id: idOf(issueScreenRows, screen),
  field_id: idOf(issueFieldRows, field),
  position: number - 3000,
}))

const transitionFieldRows = issueWorkflowTransitionRows.flatMap(({ id, required_fields }) =>
  required_fields.map((key) => ({ transition_id: id, field_id: idOf(issueFieldRows, key) })),
)

/** The seeds of every installation. Rows come after the rows that they refer to. */
const seededRows = [
  ['issue_statuses', issueStatusRows],
  ['issue_priorities', issuePriorityRows],
  ['issue_link_types', issueLinkTypeRows],
  ['issue_fields', issueFieldRows],
  ['issue_screens', issueScreenRows],
  ['issue_screen_fields', issueScreenFieldRows],
  ['issue_workflows', issueWorkflowRows],
  ['issue_workflow_statuses', issueWorkflowStatusRows],
  ['issue_workflow_transitions', issueWorkflowTransitionRows],
  ['issue_workflow_transition_fields', transitionFieldRows],
  ['issue_types', issueTypeRows],
] as const

/** Inserts the shared configuration of issues, while the root tenant is selected. Existing rows are not changed. */
export async function seedWork(sql: postgres.TransactionSql): Promise<void> {
  for (const [table, rows] of seededRows) {
    const columns = Object.keys(rows[0] ?? {})
    await sql`insert into ${sql(table)} (${sql(columns)})
      select ${sql(columns)} from jsonb_populate_recordset(null::${sql(table)}, ${JSON.stringify(rows)}::text::jsonb)
      on conflict do nothing`
  }
}
