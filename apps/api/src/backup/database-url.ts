import { isPostgresUrl, POSTGRES_URL_FORM } from '../base/postgres-url.ts'
import { Refusal } from '../base/refusal.ts'

/** Throws a `Refusal` if the URL is not one of PostgreSQL. The message leaves the URL out, because it may contain a password. */
export function assertUrl(url: string, which: string): void {
  if (!isPostgresUrl(url)) throw new Refusal(`The URL of the ${which} is not valid: it ${POSTGRES_URL_FORM}`)
}
