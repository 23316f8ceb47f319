import { invalid } from '../../base/problem.ts'
import { lockAdvisory } from '../../db/advisory-locks.ts'
import type { Transaction } from '../../db/transaction.ts'
import { type About, fieldsHiddenFromMoves, fieldsOnCreate } from './issue-unfillable.repository.ts'
import { hindrance, obstruction } from './issue-unfillable.rules.ts'

/**
 * Throws if, after a change of the configuration, no issue of a type could be created or a transition could not be made.
 * Call it after the change is written: concurrent changes wait for an advisory lock here, so the later one sees the earlier.
 */
export async function assertFillable(tx: Transaction, about: About, field: string): Promise<void> {
  void lockAdvisory(tx, 'issue_screen')
  const isOfTransition = about.transition_id !== undefined
  const isOfType = about.type_id !== undefined
  const [onCreate, hidden] = await Promise.all([
    isOfTransition ? [] : fieldsOnCreate(tx, about),
    isOfType ? [] : fieldsHiddenFromMoves(tx, about),
  ])
  const reasons = [...onCreate.flatMap((one) => hindrance(one) ?? []), ...hidden.map(obstruction)]
  const [message] = reasons
  if (message) throw invalid({ field, code: 'not_allowed_value', message })
}

/** The first of the members that a body contains; undefined if it contains none. */
export const namedIn = (body: object, members: readonly string[]): string | undefined =>
  members.find((member) => Reflect.get(body, member) !== undefined)
