/** A problem as it is documented: its status, its title and what to do about it. */
export interface ProblemDefinition {
  readonly status: number
  readonly title: string
  readonly help: string
}

/** Problems, by code, when the state of a record or of related records does not allow the request. */
export const conflicts = {
  already_exists: {
    status: 409,
    title: 'Already exists',
    help: 'Another record has the same value in `field`. Use that record or choose another value.',
  },
  dependent_item_exists: {
    status: 409,
    title: 'Still in use',
    help: 'First remove the records that depend on it (`dependents` counts them by kind), or archive the record if possible.',
  },
  quota_exceeded: {
    status: 409,
    title: 'Quota used up',
    help: 'The tenant has as many records of `quota` as it may have (`limit`). Delete some that are not needed; the count is updated within a minute. Or ask the operator for a higher limit.',
  },
  asset_not_active: {
    status: 409,
    title: 'Asset not active',
    help: 'Only an active asset can be assigned or issued, and an archived or disposed asset accepts no entries. `allowed_operations` lists what its state allows. Disposal is final.',
  },
  asset_already_assigned: {
    status: 409,
    title: 'Asset already assigned',
    help: 'Close the assignment in `current_assignment_id` first, or send `"transfer": true` to end it with this request.',
  },
  wrong_holder: {
    status: 409,
    title: 'Another person has the asset',
    help: 'Send one of `holder_ids` as `person_id`, or leave `person_id` out. To record the return anyway, send `"force": true`.',
  },
  insufficient_quantity: {
    status: 409,
    title: 'Not enough pieces',
    help: 'Ask for at most `available_quantity` pieces, or close assignments first.',
  },
  record_archived: { status: 409, title: 'Archived', help: 'Restore the record before changing it.' },
  cycle_detected: {
    status: 409,
    title: 'Would create a cycle',
    help: 'The records would contain each other, directly or through other records. Choose another record.',
  },
  employment_not_active: {
    status: 409,
    title: 'The employment is not active',
    help: 'Hire the person (`hire`), or `reactivate` the employment, before its assignments start.',
  },
  current_school_year: {
    status: 409,
    title: 'The current school year',
    help: 'Make another school year the current one first.',
  },
  transition_not_available: {
    status: 409,
    title: 'Transition not available',
    help: 'Use one of `available`, or read the transitions of the issue.',
  },
  issue_blocked: {
    status: 409,
    title: 'Blocked by other issues',
    help: 'Close the issues in `blockers` and `children` first, or remove the links to them. `hidden_blockers` and `hidden_children` count those that you may not read.',
  },
  approval_required: {
    status: 409,
    title: 'Not approved',
    help: 'The approvers vote with `POST /issues/{issue_id}/approvals`; `approval_status` is the state of the approval. After a rejection, move the issue back and request the approval again.',
  },
  last_owner: {
    status: 409,
    title: 'Last owner',
    help: 'The tenant would be left without an owner who can sign in. Make somebody else an owner first, or archive the tenant.',
  },
  built_in_record: {
    status: 409,
    title: 'Built in',
    help: 'The record is part of the tenant or of the installation and cannot be changed. Create a record of your own instead.',
  },
  idempotency_in_progress: {
    status: 409,
    title: 'Same request still running',
    help: 'Wait for the first request with this Idempotency-Key, then send it again to get its answer.',
  },
  identity_deactivated: {
    status: 409,
    title: 'Identity deactivated',
    help: 'Activate the identity first, or choose another one.',
  },
} as const satisfies Record<string, ProblemDefinition>
