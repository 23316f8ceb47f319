// Defects of the issue engine. Paths are below apps/api, tests below apps/api/test.

const approvals = 'src/work/issues/issue-approvals.rules.ts'
const lifecycle = 'src/work/configuration/issue-lifecycle.rules.ts'
const reasons = 'src/work/change/issue-transition-reasons.rules.ts'

export const issueDefects = [
  {
    name: 'approval-of-a-party',
    file: approvals,
    find: 'approvers.filter((id) => !parties.includes(id)).map(statusOf)',
    replace: 'approvers.map(statusOf)',
    test: 'work/issue-approvals',
    only: 'becomes the assignee',
  },
  {
    name: 'approval-of-some',
    file: approvals,
    find: 'given > 0 && given === counted.length',
    replace: 'given > 0',
    test: 'work/issue-approvals',
    only: 'takes the votes of all approvers',
  },
  {
    name: 'overturned-rejection',
    file: approvals,
    find: "if (approvers.some((id) => statusOf(id) === 'rejected')) return 'rejected'",
    replace: "if (approvers.every((id) => statusOf(id) === 'rejected')) return 'rejected'",
    test: 'work/issue-approvals',
    only: 'is refused by one rejection',
  },
  {
    name: 'forward-without-approval',
    file: approvals,
    find: "if (from.waits_for_approval) return approval !== 'approved'",
    replace: 'if (from.waits_for_approval) return false',
    test: 'work/issue-approvals',
    only: 'takes the votes of all approvers',
  },
  {
    name: 'plan-changed-after-approval',
    file: approvals,
    find: "    'risk',\n    'outage_expected',",
    replace: "    'risk',",
    test: 'work/issue-approvals',
    only: 'another risk, outage',
  },
  {
    name: 'response-of-the-reporter',
    file: lifecycle,
    find: "const isResponse = (to === 'started' || to === 'completed') && actor_id !== issue.reporter_id",
    replace: "const isResponse = (to === 'started' || to === 'completed') && actor_id !== null",
    test: 'work/issue-lifecycle',
  },
  {
    name: 'resolved-and-taken-up-again',
    file: lifecycle,
    find: '? { resolution_code: null, resolution_notes: null }',
    replace: '? {}',
    test: 'work/issue-lifecycle',
  },
  {
    name: 'final-review-without-incidents',
    file: lifecycle,
    find: 'if (!hasValue(issue.details.incident_ids))',
    replace: 'if (issue.details.incident_ids === 0)',
    test: 'work/issue-lifecycle',
  },
  {
    name: 'move-of-a-group',
    file: reasons,
    find: 'allowed_group_ids.length > 0 &&',
    replace: 'allowed_group_ids.length > 99 &&',
    test: 'work/issue-own-configuration',
    only: 'of some groups',
  },
  {
    name: 'move-of-a-party',
    file: reasons,
    find: 'allowed_actors.length > 0 &&',
    replace: 'allowed_actors.length > 99 &&',
    test: 'work/issue-own-configuration',
    only: 'the assignee or the watchers',
  },
  {
    name: 'move-without-approval',
    file: reasons,
    find: "    ['not_approved', lacksApproval(issue.subtype, approval, from, to)],\n",
    replace: '',
    test: 'work/issue-transition-reasons',
    only: 'not_approved',
  },
  {
    name: 'move-of-an-unmet-condition',
    file: reasons,
    find: "    ['condition_not_met', !meetsCondition(patched, transition.condition)],\n",
    replace: '',
    test: 'work/issue-transition-reasons',
    only: 'condition_not_met',
  },
].map((defect) => ({ ...defect, folder: 'apps/api' }))
