import {
  type BulkItemResult,
  type BulkResult,
  isUlid,
  type Problem,
  type ProblemCode,
  type ProblemError,
} from '@commonhold/contract'
import { Deadline } from '../base/deadline.ts'
import { problem } from '../base/problem.ts'
import type { BulkRun } from './bulk-operations.ts'
import type { BulkItem } from './bulk-request.ts'
import { checkReply } from './check-reply.ts'
import type { CheckedRequest } from './checked-request.ts'
import { refuse } from './problem-responses.ts'
import { type Answer, failure, success } from './respond.ts'

/** The status, id and version from the reply to an item. */
export type ItemReply = Pick<BulkItemResult, 'status' | 'id' | 'version'>

/** The outcome of an item: the reply of its operation, or the error that it failed with. */
export interface ItemOutcome {
  readonly index: number
  readonly item: BulkItem
  readonly reply?: ItemReply
  readonly error?: unknown
  /** The problem with which a single request would be answered. */
  readonly problem?: Problem
  readonly tenantId?: string | null
}

/** The outcomes that are errors. */
export const failed = (outcomes: readonly ItemOutcome[]) => outcomes.filter((one) => !one.reply)

/**
 * Adds to each error the problem with which a single request would be answered. Denied items are audited like denied requests.
 */
export async function withProblems(
  { service, operations, request, token }: BulkRun,
  outcomes: readonly ItemOutcome[],
): Promise<ItemOutcome[]> {
  const answered: ItemOutcome[] = []
  for (const outcome of outcomes) {
    if (outcome.reply) {
      answered.push(outcome)
      continue
    }
    const { requestId, source, url } = request
    const deadline = new Deadline()
    const progress = {
      requestId,
      source,
      deadline,
      token,
      rate: {},
      tenantId: outcome.tenantId ?? null,
      sendsToken: false,
      namedTenant: null,
    }
    const { endpoint } = operations.of(outcome.item).implementation
    const { body } = await refuse(outcome.error, url.pathname, endpoint, service, progress)
    answered.push({ ...outcome, problem: JSON.parse(body ?? '') as Problem })
  }
  return answered
}

/** The answer to a bulk request; `done` contains results of an earlier request with the same key. */
export function answerOf(
  { endpoint, request }: BulkRun,
  outcomes: readonly ItemOutcome[],
  done: readonly BulkItemResult[] = [],
): Answer {
  const results = [...done, ...outcomes.map(resultOf)].sort((a, b) => a.index - b.index)
  const { length } = results.filter((one) => one.problem !== undefined)
  const result: BulkResult = { succeeded: results.length - length, failed: length, results }
  return success(endpoint, request, checkReply(endpoint, result), {})
}

/** The result of one item. */
export function resultOf(outcome: ItemOutcome): BulkItemResult {
  const { index, item, reply } = outcome
  if (reply) return { index, ...reply }
  const { instance: _, ...problem } = problemOf(outcome)
  const id = item.id !== undefined && isUlid(item.id) ? item.id : null
  return { index, status: problem.status, id, version: null, problem }
}

function problemOf({ problem }: ItemOutcome): Problem {
  if (!problem) throw new Error('the item has neither a reply nor a problem')
  return problem
}

/** The answer to an atomic request that failed: the problem of the first failed item, with the errors of all failed items. */
export function atomicProblem(request: CheckedRequest, outcomes: readonly ItemOutcome[]): Answer {
  const refused = failed(outcomes).toSorted((a, b) => a.index - b.index)
  const [first] = refused
  if (!first) throw new Error('no item failed')
  const { type: _, title, status, detail, instance, code, request_id, ...facts } = problemOf(first)
  const errors = refused.flatMap(errorsOfItem).slice(0, MOST_ERRORS)
  const others = refused.length - 1
  const message = `Item ${first.index} was refused: ${detail}${othersRefused(others)} Nothing was changed.`
  // A cast: the code comes from a problem of this service.
  return failure(
    problem(code as ProblemCode, { ...facts, errors }, message),
    request.url.pathname,
    request.requestId,
  )
}

const MOST_ERRORS = 500

function othersRefused(others: number): string {
  if (others === 0) return ''
  return others === 1 ? ' Another item was refused, too.' : ` ${others} other items were refused, too.`
}

/** The errors of an item, with pointers into the bulk request. */
function errorsOfItem(outcome: ItemOutcome): ProblemError[] {
  const { index, item } = outcome
  const { code, detail, errors, field } = problemOf(outcome)
  const pointer = `/items/${index}`
  if (errors && errors.length > 0)
    return errors.map((error) => ({
      ...error,
      in: 'body',
      pointer: error.in === 'body' ? `${pointer}/body${error.pointer}` : pointer,
    }))
  const place = typeof field === 'string' ? `${pointer}/body/${field}` : pointer
  return [{ in: 'body', pointer: pointerOf(code, item, pointer, place), code, message: detail }]
}

function pointerOf(code: string, item: BulkItem, pointer: string, place: string): string {
  if (code === 'not_found' && item.id !== undefined) return `${pointer}/id`
  if (code === 'precondition_failed' && item.ifMatch !== undefined) return `${pointer}/if_match`
  return place
}
