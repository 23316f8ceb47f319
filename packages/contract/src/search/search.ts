import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { id, nullable, queryAnyOf, queryInteger, text } from '../kernel/schema.ts'
import { recordType, recordTypes } from './record-types.ts'

/** How well a record matches, the best first. */
const searchMatches = ['exact', 'prefix', 'words'] as const

const searchResult = z
  .object({
    type: recordType,
    id: id().meta({ description: 'Id of the record.' }),
    title: nullable(z.string()).meta({
      description: 'Name or title of the record; null for a person without a name.',
      examples: ['Laptop 14"'],
    }),
    subtitle: nullable(z.string()).meta({
      description:
        'Distinguishes it from others with the same title: keys, tags, numbers or codes; null where it has none.',
      examples: ['A-000012 · C02XK1ABJGH5'],
    }),
    matched: z.enum(searchMatches).meta({
      id: 'SearchMatch',
      description:
        'How `q` matches: it is the name or one of the codes (`exact`), one of them begins with it (`prefix`), or each of its words begins a word of them (`words`).',
      examples: ['prefix'],
    }),
  })
  .meta({ id: 'SearchResult', description: 'A record that a search found, in short.' })

export interface SearchResult extends z.infer<typeof searchResult> {}
/** A record that a search found, in short. */
export const SearchResult: z.core.$ZodType<SearchResult, SearchResult> = searchResult

const searchQuery = z.strictObject({
  q: text(200)
    .normalize('NFC')
    .meta({
      description:
        'Words, whatever their case and accents. Each of them begins a word of the name, or a key, tag, number or code.',
      examples: ['laptop 14'],
    }),
  types: queryAnyOf(recordType, recordTypes.length).optional().meta({
    description:
      'Kinds to search; all unless given. Repeat it, or separate values by commas, for any of several. A kind that the caller may not read finds nothing.',
  }),
  limit: queryInteger(z.int().min(1).max(100)).optional().meta({
    description: 'Records in the answer; 20 unless given.',
  }),
})

export const search = {
  list: endpoint({
    operationId: 'searchRecords',
    method: 'get',
    path: '/search',
    tag: 'Search',
    summary: 'Search records of every kind',
    description:
      'Lists the best matches first; equally good ones of several kinds alternate. Each kind needs its own read permission; archived records, and those that the caller may not read, are left out. Of very common words not every match is ranked: more words give more exact results.',
    permission: 'authenticated',
    query: searchQuery,
    whole: true,
    success: { status: 200, body: z.array(SearchResult) },
  }),
}
