import type { Area } from '../store/area.ts'
import { passedTimes } from './passed-times.table.ts'

/** Times of records that come: due days, expected returns, ends of warranties and invitations. */
export const timeArea: Area<unknown> = {
  functions: new URL('./functions.sql', import.meta.url),
  resources: [],
  tables: { owned: [passedTimes] },
}
