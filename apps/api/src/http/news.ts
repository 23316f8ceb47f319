/** A position in the log of a tenant, as a page of it names it. */
export interface Awaited {
  readonly tenantId: string
  readonly next: string
}

/** Tells when there is more of the log. */
export interface News {
  /** Resolves when the log may go on behind the position, when the time is over, or when the service stops. */
  wait(awaited: Awaited, milliseconds: number, signal: AbortSignal): Promise<void>
  /** True once nothing is waited for any more. */
  readonly isStopped: boolean
}
