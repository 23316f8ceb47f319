import type { BulkItemResult } from '@commonhold/contract'
import { and, sql } from 'drizzle-orm'
import type { AuthorizedTransaction } from '../auth/authorize.ts'
import { Deadline, SLICE_DEADLINE } from '../base/deadline.ts'
import { newId } from '../base/ids.ts'
import { problem } from '../base/problem.ts'
import { build, statement } from '../db/statement.ts'
import { idempotencyKeys } from '../store/audit-and-idempotency.table.ts'
import { type ItemOutcome, resultOf } from './bulk-answer.ts'
import type { BulkRun } from './bulk-operations.ts'
import { inTransaction } from './bulk-transaction.ts'
import {
  findEarlier,
  isThisKey,
  keyOf,
  lockKey,
  nameOf,
  type RepeatableRequest,
  replayed,
  storeAnswer,
  UNFINISHED,
} from './idempotency.ts'
import { repeatableOf } from './request-contexts.ts'
import type { Answer } from './respond.ts'

const at = sql.placeholder
const isOwn = and(isThisKey, sql`${idempotencyKeys.headers} ->> 'owner' = ${at('owner')}`)
const returning = { key: idempotencyKeys.key }
const renew = statement(
  build.update(idempotencyKeys).set({ created_at: sql`now()` }).where(isOwn).returning(returning),
)
const saveBody = statement(
  build
    .update(idempotencyKeys)
    .set({ body: sql`${at('body')}` })
    .where(isOwn)
    .returning(returning),
)
const saveAnswer = statement(
  build
    .update(idempotencyKeys)
    .set({
      status: sql`${at('status')}::integer`,
      headers: sql`${at('headers')}::jsonb`,
      body: sql`${at('body')}`,
    })
    .where(isOwn)
    .returning(returning),
)
const deleteUnused = statement(
  build
    .delete(idempotencyKeys)
    .where(and(isOwn, sql`${idempotencyKeys.body} = '[]'`))
    .returning(returning),
)
const clearOwner = statement(
  build.update(idempotencyKeys).set({ headers: sql`'{}'::jsonb` }).where(isOwn).returning(returning),
)

/**
 * The `Idempotency-Key` of a request that works in several transactions. Until the request is answered, the stored row
 * contains the id of its owner (the request that works) and the results of the committed items; each slice updates the row in
 * its own transaction. If a request ended without an answer, or has written nothing for `UNFINISHED_SECONDS`, the next request
 * with the same key takes over the key and continues with the other items. A request that has lost its key changes nothing
 * more.
 */
export class BulkKey {
  readonly #run: BulkRun
  readonly #owner = newId()
  #done: readonly BulkItemResult[] = []

  private constructor(run: BulkRun) {
    this.#run = run
  }

  /** The key of a request; undefined when it has none. */
  static of(run: BulkRun): BulkKey | undefined {
    return run.request.header('idempotency-key') === null ? undefined : new BulkKey(run)
  }

  /** The results of the committed items. */
  get done(): readonly BulkItemResult[] {
    return this.#done
  }

  /** Claims the key for this request; returns the stored answer if there is one. Throws while another request owns the key. */
  claim(): Promise<Answer | undefined> {
    return this.#transact(async (tx, request) => {
      const earlier = await findEarlier(tx, request)
      if (earlier && earlier.status !== UNFINISHED) return replayed(earlier)
      const owner = (earlier?.headers as { readonly owner?: string } | undefined)?.owner
      if (owner !== undefined && earlier?.is_recent) throw problem('idempotency_in_progress')
      const body = earlier?.body ?? '[]'
      this.#done = JSON.parse(body) as BulkItemResult[]
      await storeAnswer(tx, request, { status: UNFINISHED, headers: { owner: this.#owner }, body })
      return undefined
    })
  }

  /** Locks the key until the transaction ends. Throws when another request has taken it over. */
  async lock(tx: AuthorizedTransaction): Promise<void> {
    const key = this.#keyIn(tx)
    void tx.run(lockKey, { name: nameOf(key) })
    if (!(await tx.first(renew, { ...key, owner: this.#owner }))) throw problem('idempotency_in_progress')
  }

  /**
   * Stores the results of items in their own transaction. The statement is sent together with COMMIT, which fails if it fails.
   */
  save(tx: AuthorizedTransaction, outcomes: readonly ItemOutcome[]): void {
    const body = JSON.stringify([...this.#done, ...resultsIn(outcomes)])
    void tx.run(saveBody, { ...this.#keyIn(tx), owner: this.#owner, body })
  }

  /** Adds the results of items whose transaction is committed. */
  add(outcomes: readonly ItemOutcome[]): void {
    this.#done = [...this.#done, ...resultsIn(outcomes)]
  }

  /** Stores the answer of the request. */
  storeAnswer({ status, headers, body }: Answer): Promise<void> {
    return this.#transactAtEnd(async (tx) => {
      await this.lock(tx)
      void tx.run(saveAnswer, {
        ...this.#keyIn(tx),
        owner: this.#owner,
        status,
        headers: JSON.stringify(headers),
        body,
      })
    })
  }

  /** Lets the next request with the key continue immediately. Deletes the key if no item was committed. */
  async release(): Promise<void> {
    const releasing = this.#transactAtEnd(async (tx) => {
      const values = { ...this.#keyIn(tx), owner: this.#owner }
      void tx.run(lockKey, { name: nameOf(values) })
      void tx.run(deleteUnused, values)
      void tx.run(clearOwner, values)
    })
    // If the database cannot be reached, the key is free after UNFINISHED_SECONDS.
    await releasing.catch(() => {})
  }

  #keyIn(tx: AuthorizedTransaction) {
    return keyOf(this.#repeatable(tx))
  }

  #repeatable(tx: AuthorizedTransaction): RepeatableRequest {
    const { endpoint, request, token } = this.#run
    const repeatable = repeatableOf(endpoint, request, token, tx)
    if (!repeatable) throw new Error('the request has no key')
    return repeatable
  }

  #transact<T>(work: (tx: AuthorizedTransaction, request: RepeatableRequest) => Promise<T>): Promise<T> {
    return inTransaction(this.#run, SLICE_DEADLINE, (tx) => work(tx, this.#repeatable(tx)))
  }

  /** Runs work when all items have results: it has its own limit, because that of the request may have been reached. */
  #transactAtEnd(work: (tx: AuthorizedTransaction) => Promise<void>): Promise<void> {
    return inTransaction({ ...this.#run, deadline: new Deadline() }, SLICE_DEADLINE, work)
  }
}

const resultsIn = (outcomes: readonly ItemOutcome[]) => outcomes.filter(({ reply }) => reply).map(resultOf)
