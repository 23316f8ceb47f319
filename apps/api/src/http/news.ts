/** A position in the event log of a tenant: the `next` of a page. */
interface AwaitedEntries {
  readonly tenantId: string
  readonly next: string
}

/** The id after which a user waits for notifications in a tenant. */
interface AwaitedNotifications {
  readonly tenantId: string
  readonly userId: string
  readonly after: string
}

/** What a request waits for. */
export type Awaited = AwaitedEntries | AwaitedNotifications

/** Wakes requests when there may be new events or notifications for them. */
export interface News {
  /** Resolves when there may be something new, when the time is over, when the signal aborts, or when the service stops. */
  wait(awaited: Awaited, milliseconds: number, signal: AbortSignal): Promise<void>
  /** True once the service stops; waiting then ends immediately. */
  readonly isStopped: boolean
}
