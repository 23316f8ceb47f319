/** The members of an event that the bench needs. */
export interface Change {
  readonly id: string
  /** When the entry was written, in milliseconds. */
  readonly at: number
  readonly recordId: string
  readonly version: number
}

/** Converts an event to its change. */
export function changeOf(event: unknown): Change {
  const { id, time, data } = event as {
    id: string
    time: string
    data: { record_id: string; version: number | null }
  }
  return { id, at: Date.parse(time), recordId: data.record_id, version: data.version ?? 0 }
}

/** The changes that arrived in one channel, to compare with those that were written. */
export class Tally {
  readonly #ids = new Set<string>()
  readonly #versions = new Map<string, number>()
  #delays: number[] = []
  doubled = 0
  outOfOrder = 0

  take({ id, at, recordId, version }: Change): void {
    if (this.#ids.has(id)) {
      this.doubled += 1
      return
    }
    this.#ids.add(id)
    if (version < (this.#versions.get(recordId) ?? 0)) this.outOfOrder += 1
    else this.#versions.set(recordId, version)
    this.#delays.push(Date.now() - at)
  }

  missing(written: readonly Change[]): number {
    return written.filter(({ id }) => !this.#ids.has(id)).length
  }

  /** The delays since the last call, in milliseconds: p50 and p99. */
  takeDelays(): { p50: number; p99: number; count: number } {
    const sorted = this.#delays.sort((a, b) => a - b)
    this.#delays = []
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? -1
    return { p50: at(0.5), p99: at(0.99), count: sorted.length }
  }
}
