import { isPostgresUrl, POSTGRES_URL_FORM } from '../base/postgres-url.ts'
import { Refusal } from '../base/refusal.ts'

/** Refuses what is no URL of a database. It is not repeated, because it may have a password. */
export function assertUrl(url: string, which: string): void {
  if (!isPostgresUrl(url)) throw new Refusal(`The URL of the ${which} is none: it ${POSTGRES_URL_FORM}`)
}
