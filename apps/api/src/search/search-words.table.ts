import { index, pgTable } from 'drizzle-orm/pg-core'
import { bytewise, tenantColumn, ulid } from '../db/columns.ts'

/**
 * The words by which records are found, folded as searches compare them: each name, title and code as a whole, with `=` in front,
 * and each further word of a name or title. Triggers of the tables write them, see `commonhold_index_words`.
 */
export const searchWords = pgTable(
  'search_words',
  {
    tenant_id: tenantColumn(),
    /** The kind of the record, as `recordTypes` of the contract lists it. */
    kind: bytewise().notNull(),
    word: bytewise().notNull(),
    record_id: ulid().notNull(),
  },
  (table) => [
    // Without the id of the record, so that equal words are stored once.
    index('search_words_word').on(table.tenant_id, table.kind, table.word),
    index('search_words_record').on(table.tenant_id, table.record_id),
  ],
)
