import { Worker } from 'node:worker_threads'
import type { HasherAnswer, HasherJob } from './hasher.worker.ts'

/** Thrown when too many jobs wait. The client may try again after `retryAfterSeconds`. */
export class HasherBusy extends Error {
  override readonly name = 'HasherBusy'
  readonly retryAfterSeconds = 1
}

/** Thrown when the thread ended, by a crash or by `close()`, before it finished a job. */
export class HasherStopped extends Error {
  override readonly name = 'HasherStopped'
}

interface Waiting {
  resolve(value: string | boolean): void
  reject(error: unknown): void
}

/** A thread that processes jobs in order. At most `queueLimit` jobs wait, including the running one. */
export class HasherThread {
  computed = 0
  readonly #queueLimit: number
  readonly #waiting = new Map<number, Waiting>()
  #reserved = 0
  #worker: Worker | null
  #closed = false
  #lastId = 0

  constructor(queueLimit: number) {
    this.#queueLimit = queueLimit
    this.#worker = this.#start()
  }

  /** The number of jobs that wait, including the running one and reserved places. */
  get waiting(): number {
    return this.#waiting.size + this.#reserved
  }

  /** Reserves a place in the queue until the returned function is called. Throws {@link HasherBusy} when the queue is full. */
  reserve(): () => void {
    if (this.waiting >= this.#queueLimit) throw new HasherBusy('Too many passwords wait to be hashed')
    let isReserved = true
    this.#reserved += 1
    return () => {
      if (isReserved) this.#reserved -= 1
      isReserved = false
    }
  }

  async run(job: HasherJob, release = this.reserve()): Promise<string | boolean> {
    release()
    if (this.#closed) throw new HasherStopped('The password hasher is closed')
    this.#worker ??= this.#start()
    return this.#send(this.#worker, job)
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#worker?.terminate()
  }

  #send(worker: Worker, job: HasherJob): Promise<string | boolean> {
    const { promise, resolve, reject } = Promise.withResolvers<string | boolean>()
    const id = ++this.#lastId
    this.#waiting.set(id, { resolve, reject })
    worker.ref()
    worker.postMessage({ id, ...job })
    return promise
  }

  // The thread keeps the process alive only while a job waits for it. It gets no flags from the command line: some, such as
  // --input-type, would prevent its start.
  #start(): Worker {
    const worker = new Worker(new URL('./hasher.worker.ts', import.meta.url), { execArgv: [] })
    let cause: unknown
    worker.unref()
    worker.on('message', (answer: HasherAnswer) => this.#settle(worker, answer))
    worker.on('error', (error) => {
      cause = error
    })
    worker.on('exit', () => this.#abandon(cause))
    return worker
  }

  #settle(worker: Worker, answer: HasherAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (this.#waiting.size === 0) worker.unref()
    if ('error' in answer) {
      waiting?.reject(answer.error)
    } else {
      this.computed += 1
      waiting?.resolve(answer.value)
    }
  }

  // The next job starts a new thread, so that a thread that fails immediately is not restarted in a loop.
  #abandon(cause: unknown): void {
    this.#worker = null
    const stopped = new HasherStopped('The password hasher stopped before it answered', { cause })
    for (const waiting of this.#waiting.values()) waiting.reject(stopped)
    this.#waiting.clear()
  }
}
