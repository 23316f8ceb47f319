import type { BulkItemResult, EndpointSpec } from '@commonhold/contract'
import type { Credential } from '../auth/credential.ts'
import { BULK_DEADLINE, BULK_REQUEST_DEADLINE, Deadline, SLICE_DEADLINE } from '../base/deadline.ts'
import { ProblemException } from '../base/problem.ts'
import { answerOf, atomicProblem, failed, type ItemOutcome, withProblems } from './bulk-answer.ts'
import { BulkKey } from './bulk-key.ts'
import type { BulkOperations, BulkRun } from './bulk-operations.ts'
import type { PlacedItem } from './bulk-prepared.ts'
import type { BulkBody } from './bulk-request.ts'
import { transactItems } from './bulk-transaction.ts'
import type { CheckedRequest } from './checked-request.ts'
import type { Executed } from './execute.ts'
import { claim, storeAnswer } from './idempotency.ts'
import { repeatableOf } from './request-contexts.ts'
import type { Answer } from './respond.ts'
import type { Service } from './service.ts'

/** The number of items in one transaction of the mode `each`. */
export const SLICE = 50

/** Thrown to roll back a transaction; carries the outcomes of its items. */
class RolledBack extends Error {
  readonly outcomes: readonly ItemOutcome[]

  constructor(outcomes: readonly ItemOutcome[]) {
    super('the items were rolled back')
    this.outcomes = outcomes
  }
}

/** Runs a bulk request. */
export async function executeBulk(
  service: Service,
  endpoint: EndpointSpec,
  operations: BulkOperations,
  request: CheckedRequest,
  token: Credential,
): Promise<Executed> {
  const { mode, items } = request.body as BulkBody
  const countItems = itemCounter(service, items.length)
  const deadline = new Deadline(BULK_REQUEST_DEADLINE)
  const run: BulkRun = { service, endpoint, operations, request, token, deadline, countItems }
  const { dry_run: isDryRun = false } = request.query as { dry_run?: boolean }
  const placed = items.map((item, index) => ({ index, item }))
  const answer = await (isDryRun
    ? dryRun(run, mode, placed)
    : mode === 'atomic'
      ? atomic(run, placed)
      : each(run, placed))
  return { answer, isStale: false }
}

/** Counts the items of a bulk request once, when it is authorized; throws when the tenant has used up its quota of items. */
function itemCounter({ quotas }: Service, items: number): BulkRun['countItems'] {
  let isCounted = false
  return (tenantId) => {
    if (isCounted) return
    quotas.assertRate('bulk_items', tenantId)
    quotas.count('bulk_items', tenantId, items)
    isCounted = true
  }
}

/** Runs everything in one transaction and rolls it back. */
async function dryRun(run: BulkRun, mode: BulkBody['mode'], items: readonly PlacedItem[]): Promise<Answer> {
  const outcomes = await outcomesOf(
    transactItems(run, BULK_DEADLINE, async (tx, runItems) => {
      throw new RolledBack(await runItems(tx, run, items))
    }),
  )
  const all = await withProblems(run, outcomes)
  return mode === 'atomic' && failed(all).length > 0 ? atomicProblem(run.request, all) : answerOf(run, all)
}

/** Runs all items in one transaction, so that all of them are changed, or none. */
async function atomic(run: BulkRun, items: readonly PlacedItem[]): Promise<Answer> {
  const { endpoint, request, token } = run
  let answer: Answer | undefined
  const outcomes = await outcomesOf(
    transactItems(run, BULK_DEADLINE, async (tx, runItems) => {
      const repeatable = repeatableOf(endpoint, request, token, tx)
      answer = repeatable && (await claim(tx, repeatable))
      if (answer) return []
      const done = await runItems(tx, run, items)
      if (failed(done).length > 0) throw new RolledBack(done)
      answer = answerOf(run, done)
      if (repeatable) await storeAnswer(tx, repeatable, answer)
      return done
    }),
  )
  if (failed(outcomes).length > 0) return atomicProblem(request, await withProblems(run, outcomes))
  if (!answer) throw new Error('the items were neither done nor refused')
  return answer
}

/** Runs slices of items, each in a separate transaction. An item that fails does not affect the others of its slice. */
async function each(run: BulkRun, items: readonly PlacedItem[]): Promise<Answer> {
  const key = BulkKey.of(run)
  const earlier = await key?.claim()
  if (earlier) return earlier

  const done = key?.done ?? []
  const outcomes: ItemOutcome[] = []
  for (const [at, slice] of slicesOf(items, done).entries()) {
    try {
      const ended = await transactItems(run, SLICE_DEADLINE, async (tx, runItems) => {
        await key?.lock(tx)
        const ran = await runItems(tx, run, slice)
        key?.save(tx, ran)
        return ran
      })
      key?.add(ended)
      outcomes.push(...(await withProblems(run, ended)))
    } catch (error) {
      // After the first slice, an error becomes the result of the items, unless another request took over the key.
      if ((at === 0 && done.length === 0) || isLostKey(error)) {
        await key?.release()
        throw error
      }
      const errors = slice.map(({ index, item }) => ({ index, item, error }))
      outcomes.push(...(await withProblems(run, errors)))
    }
  }
  const answer = answerOf(run, outcomes, done)
  await (outcomes.some(({ problem }) => problem?.status === 503) ? key?.release() : key?.storeAnswer(answer))
  return answer
}

/** True when another request has taken over the Idempotency-Key. */
const isLostKey = (error: unknown) =>
  error instanceof ProblemException && error.code === 'idempotency_in_progress'

/** The items without a result, in slices. There is at least one slice, maybe empty, so that the request is always authorized. */
function slicesOf(items: readonly PlacedItem[], done: readonly BulkItemResult[]): PlacedItem[][] {
  const indexes = new Set(done.map(({ index }) => index))
  const waiting = items.filter(({ index }) => !indexes.has(index))
  const count = Math.max(1, Math.ceil(waiting.length / SLICE))
  return Array.from({ length: count }, (_, at) => waiting.slice(at * SLICE, (at + 1) * SLICE))
}

/** The outcomes of the items of a transaction, whether it was committed or rolled back. */
const outcomesOf = (work: Promise<readonly ItemOutcome[]>): Promise<readonly ItemOutcome[]> =>
  work.catch((error: unknown) => {
    if (error instanceof RolledBack) return error.outcomes
    throw error
  })
