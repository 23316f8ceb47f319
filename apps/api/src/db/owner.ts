import postgres from 'postgres'

/** How to reach the database as the owner of its tables. */
export type OwnerAddress = postgres.Options<Record<string, never>> & { readonly url?: string | undefined }

const LOCK = 7_426_831_014

/**
 * How long the owner waits for the lock of a table, in milliseconds. Requests queue behind a waiting lock, so the wait ends
 * well before the requests time out, and is then repeated.
 */
export const LOCK_TIMEOUT = 500

/** One connection of the owner, for changes of tables. */
export function openOwner({ url, ...address }: OwnerAddress): postgres.Sql {
  const options = { ...address, max: 1, onnotice: () => {}, connect_timeout: 5 }
  return url ? postgres(url, options) : postgres(options)
}

/**
 * Tries to acquire the advisory lock for changes of tables, which lasts until the connection ends. False if another one has it.
 */
export async function tryLockSchema(client: postgres.Sql): Promise<boolean> {
  const [attempt] = await client`select pg_try_advisory_lock(${LOCK}) as is_locked`
  return attempt?.is_locked === true
}
