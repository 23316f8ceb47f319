import { readFileSync } from 'node:fs'

/** The version of the service, from its package.json; the API document and the Helm chart have the same one. */
export const VERSION: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version
