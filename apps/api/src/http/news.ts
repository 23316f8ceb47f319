/** A position in the log of a tenant, as a page of it names it. */
interface AwaitedEntries {
  readonly tenantId: string
  readonly next: string
}

/** The id behind which a user's notifications in a tenant are awaited. */
interface AwaitedNotifications {
  readonly tenantId: string
  readonly userId: string
  readonly after: string
}

/** What a request waits for. */
export type Awaited = AwaitedEntries | AwaitedNotifications

/** Wakes requests when there is more of what they wait for. */
export interface News {
  /** Resolves when there may be more, when the time is over, or when the service stops. */
  wait(awaited: Awaited, milliseconds: number, signal: AbortSignal): Promise<void>
  /** True once nothing is waited for any more. */
  readonly isStopped: boolean
}
