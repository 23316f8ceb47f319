import type { Area } from '../store/area.ts'
import { passedTimes } from './passed-times.table.ts'

/** Records when due times pass: due dates, expected returns, ends of warranties and invitations. */
export const timeArea: Area<unknown> = {
  functions: new URL('./functions.sql', import.meta.url),
  resources: [],
  tables: { owned: [passedTimes] },
}
