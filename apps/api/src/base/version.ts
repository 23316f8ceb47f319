import { readFileSync } from 'node:fs'

/** The version of the service: that of its package, of its document and of the chart. */
export const VERSION: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version
