import type { Area } from '../store/area.ts'
import { codeHandlers } from './codes.handlers.ts'
import { searchHandlers } from './search.handlers.ts'
import { searchWords } from './search-words.table.ts'

/** Search and codes, over the records of all areas. */
export const searchArea: Area<unknown> = {
  functions: new URL('./functions.sql', import.meta.url),
  resources: [],
  handlers: [searchHandlers, codeHandlers],
  tables: { owned: [searchWords] },
}
