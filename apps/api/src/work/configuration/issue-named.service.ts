import { isUlid } from '@commonhold/contract'
import { invalid } from '../../base/problem.ts'
import type { Reader } from '../../db/statement.ts'
import type { Transaction } from '../../db/transaction.ts'
import { type NamedRecords, readNamed, withKeys, withKeysOf } from '../../store/key-or-id.ts'
import { issuePriorities } from './issue-priorities.table.ts'
import { issueStatuses } from './issue-statuses.table.ts'
import { issueTypes } from './issue-types.table.ts'

/** The members of a body that name the type of an issue. */
interface NamedType {
  readonly issue_type?: string | undefined
  readonly issue_type_id?: string | undefined
}

/** The references of an issue that a body gives by key or by id. */
const named = { issue_type: issueTypes, status: issueStatuses, priority: issuePriorities }

/** Reads the type, the status and the priority that a body of an issue names by id. */
export const readNamedOfIssue = (reader: Reader, body: object): Promise<NamedRecords> =>
  readNamed(reader, body, named)

/** A body of an issue with the keys of its type, status and priority, given by key or resolved from the id. */
export const withKeysOfIssue = <B extends object>(body: B, found: NamedRecords): B =>
  withKeysOf(body, Object.keys(named), found)

/** The types that a body of an issue names, by key or id. */
export const typesNamed = ({ issue_type, issue_type_id }: NamedType): string[] =>
  [issue_type, issue_type_id].flatMap((name) => {
    if (name === undefined) return []
    return [isUlid(name) ? name.toUpperCase() : name]
  })

/**
 * If a body has both a key and an id, such as `status` and `status_id`, removes the one that equals the present value. A
 * client can therefore send back a record after changing only one of the two.
 */
export function withoutFormerNames<B extends object>(body: B, before: object): B {
  const isFormer = (member: string) => Reflect.get(body, member) === Reflect.get(before, member)
  const former = Object.keys(named).flatMap((name) => {
    const pair = [name, `${name}_id`]
    if (!pair.every((member) => Reflect.has(body, member))) return []
    return pair.filter(isFormer).slice(0, 1)
  })
  if (former.length === 0) return body
  // The type still holds: a removed member is present under its other name.
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
    message: 'status and to_status are different statuses; send only one of them',
  })
}
