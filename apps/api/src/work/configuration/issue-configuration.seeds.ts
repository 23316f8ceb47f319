/**
 * The configuration that every installation starts with, shared by all tenants. Ids are fixed; numbers are never reused.
 */

/** The id of a seed. Each collection has a block of 100 numbers; the parts of workflows have blocks of 1000. */
export const workSeedId = (number: number) => `01K00000000000000001${String(number).padStart(6, '0')}`

export const seededIssueStatuses = [
  [201, 'new', 'New', 'unstarted'],
  [202, 'triage', 'Triage', 'backlog'],
  [203, 'todo', 'To do', 'unstarted'],
  [204, 'in_progress', 'In progress', 'started'],
  [205, 'on_hold', 'On hold', 'started', { pauses_clock: true }],
  [206, 'resolved', 'Resolved', 'completed'],
  [207, 'closed', 'Closed', 'completed'],
  [208, 'cancelled', 'Cancelled', 'cancelled'],
  [209, 'assess', 'Assess', 'started'],
  [210, 'root_cause_analysis', 'Root cause analysis', 'started'],
  [211, 'fix_in_progress', 'Fix in progress', 'started'],
  [212, 'authorize', 'Authorize', 'started'],
  [213, 'scheduled', 'Scheduled', 'started'],
  [214, 'implement', 'Implement', 'started'],
  [215, 'review', 'Review', 'started'],
  [216, 'waiting_for_approval', 'Waiting for approval', 'started', { pauses_clock: true }],
  [217, 'approved', 'Approved', 'started'],
  [218, 'rejected', 'Rejected', 'cancelled'],
  [219, 'draft', 'Draft', 'unstarted'],
  [220, 'final', 'Final', 'completed'],
] as const

const categoryColors = {
  backlog: '#8a8f98',
  unstarted: '#6b7280',
  started: '#2563eb',
  completed: '#15803d',
  cancelled: '#991b1b',
} as const

/** The key of a seeded status. */
export type SeededStatus = (typeof seededIssueStatuses)[number][1]

export const issueStatusRows = seededIssueStatuses.map(([number, key, name, category, more], at) => ({
  id: workSeedId(number),
  key,
  name,
  category,
  pauses_clock: more?.pauses_clock ?? false,
  is_readonly: false,
  color: categoryColors[category],
  position: at + 1,
  is_active: true,
}))

export const issuePriorityRows = [
  { id: workSeedId(301), key: 'critical', name: 'Critical', level: 1, color: '#b91c1c' },
  { id: workSeedId(302), key: 'high', name: 'High', level: 2, color: '#ea580c' },
  { id: workSeedId(303), key: 'medium', name: 'Medium', level: 3, color: '#ca8a04' },
  { id: workSeedId(304), key: 'low', name: 'Low', level: 4, color: '#64748b' },
].map((row) => ({ ...row, position: row.level, is_default: row.key === 'medium', is_active: true }))

const linkTypes = [
  [501, 'relates_to', 'Relates', 'relates to', 'relates to'],
  [502, 'blocks', 'Blocks', 'blocks', 'is blocked by'],
  [503, 'duplicates', 'Duplicate', 'duplicates', 'is duplicated by'],
  [504, 'causes', 'Cause', 'causes', 'is caused by'],
  [505, 'resolves', 'Resolution', 'resolves', 'is resolved by'],
  [506, 'precedes', 'Sequence', 'precedes', 'follows'],
  [507, 'implements', 'Implementation', 'implements', 'is implemented by'],
  [508, 'clones', 'Clone', 'clones', 'is cloned by'],
  [509, 'reviews', 'Review', 'reviews', 'is reviewed by'],
  [510, 'follow_up', 'Follow-up', 'is followed up by', 'follows up from'],
] as const
const acyclicLinks: readonly string[] = ['blocks', 'precedes']

export const issueLinkTypeRows = linkTypes.map(([number, key, name, outward_name, inward_name], at) => ({
  id: workSeedId(number),
  key,
  name,
  outward_name,
  inward_name,
  is_symmetric: key === 'relates_to',
  is_blocking: key === 'blocks',
  is_acyclic: acyclicLinks.includes(key),
  position: at + 1,
  is_active: true,
}))

export const issueScreenRows = [
  { id: workSeedId(601), key: 'put_on_hold', name: 'Put on hold', description: 'Asked when work pauses.' },
  { id: workSeedId(602), key: 'resolve', name: 'Resolve', description: 'Asked when the work is done.' },
  {
    id: workSeedId(603),
    key: 'close_change',
    name: 'Close a change',
    description: 'Asked after the review.',
  },
  { id: workSeedId(604), key: 'close_repair', name: 'Close a repair', description: 'Asked at the end.' },
].map((row) => ({ ...row, is_active: true }))

/** The fields of the seeded screens: number, screen, field. */
export const seededScreenFields = [
  [3001, 'put_on_hold', 'on_hold_reason'],
  [3002, 'put_on_hold', 'resume_at'],
  [3003, 'resolve', 'resolution_code'],
  [3004, 'resolve', 'resolution_notes'],
  [3005, 'close_change', 'outcome'],
  [3006, 'close_change', 'actual_start_at'],
  [3007, 'close_change', 'actual_end_at'],
  [3008, 'close_repair', 'repair_outcome'],
  [3009, 'close_repair', 'resolution_notes'],
] as const

/** Types in their order, each with a workflow of the same key. */
export const issueTypeSeeds = [
  [101, 'task', 'Task', 'Work to be done.', 'square-check', '#2563eb'],
  [102, 'service_request', 'Service request', 'Somebody asks for something usual.', 'hand', '#0d9488'],
  [103, 'known_problem', 'Problem', 'The cause of incidents, known or sought.', 'search', '#7c3aed'],
  [104, 'incident', 'Incident', 'Something does not work as it should.', 'bolt', '#dc2626'],
  [
    105,
    'post_incident_analysis',
    'Post-incident review',
    'What happened, why, and what follows from it.',
    'clipboard',
    '#9333ea',
  ],
  [106, 'change', 'Change', 'A change of what is in service.', 'refresh', '#ea580c'],
  [107, 'repair', 'Repair', 'Work on an asset.', 'wrench', '#a16207'],
] as const
