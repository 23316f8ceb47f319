import type { Logger } from 'pino'
import { kindOfError } from '../base/kind-of-error.ts'

/** Returns a function that reads the values, or returns null on failure; the first failure and the recovery are logged. */
export function watchReadings<T>(read: () => Promise<T>, log: Logger): () => Promise<T | null> {
  let isFailing = false
  return async () => {
    try {
      const found = await read()
      if (isFailing) log.info('the numbers of the database can be read again')
      isFailing = false
      return found
    } catch (error) {
      if (!isFailing) log.warn(kindOfError(error), 'reading the numbers of the database failed')
      isFailing = true
      return null
    }
  }
}
