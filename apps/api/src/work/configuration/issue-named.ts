import { invalid } from '../../base/problem.ts'
import type { Transaction } from '../../db/transaction.ts'
import { withKeys } from '../../store/key-or-id.ts'
import { issuePriorities } from './issue-priorities.table.ts'
import { issueStatuses } from './issue-statuses.table.ts'
import { issueTypes } from './issue-types.table.ts'

/** References of an issue that are given by key or by id. */
const named = { issue_type: issueTypes, status: issueStatuses, priority: issuePriorities }

/** A body of an issue with the keys of its type, status and priority, resolved from either member. */
export const withKeysOfIssue = <B extends object>(tx: Transaction, body: B): Promise<B> =>
  withKeys(tx, body, named)

/**
 * Resolves a key and an id that refer to different records: the one that equals the issue's present value is ignored. A
 * client can therefore send back a record with only one of the two changed.
 */
export function withoutFormerNames<B extends object>(body: B, before: object): B {
  const isFormer = (member: string) => Reflect.get(body, member) === Reflect.get(before, member)
  const former = Object.keys(named).flatMap((name) => {
    const pair = [name, `${name}_id`]
    if (!pair.every((member) => Reflect.has(body, member))) return []
    return pair.filter(isFormer).slice(0, 1)
  })
  if (former.length === 0) return body
  // The result has the members of the body; removed ones are present under their other name.
  return Object.fromEntries(Object.entries(body).filter(([member]) => !former.includes(member))) as B
}

/** The members in which a transition request states the target status. */
interface Authorized {
  readonly to_status?: string | undefined
  readonly to_status_id?: string | undefined
  readonly status?: string | undefined
  readonly status_id?: string | undefined
}

/** A transition request with the target status by its key, in `to_status`. */
export async function withKeyOfTarget<B extends Authorized>(
  tx: Transaction,
  body: B,
): Promise<Omit<B, 'status' | 'status_id'>> {
  const { status, status_id, ...rest } = await withKeys(tx, body, {
    to_status: issueStatuses,
    status: issueStatuses,
  })
  if (status === undefined) return rest
  if (rest.to_status === undefined || rest.to_status === status) return { ...rest, to_status: status }
  throw invalid({
    field: 'status',
    code: 'not_allowed_value',
    message: 'status and to_status name different statuses; send one of them',
  })
}
