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
        'Keys, tags, numbers or codes that distinguish the record from others with the same title; null if it has none.',
      examples: ['A-000012 · C02XK1ABJGH5'],
    }),
    matched: z.enum(searchMatches).meta({
      id: 'SearchMatch',
      description:
        'How `q` matches. `exact`: `q` is the name or a code of the record. `prefix`: the name or a code begins with `q`. `words`: each word of `q` begins a word of the name or a code.',
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
        'Words to search for, whatever their case and accents. Each word must begin a word of the name, or a key, tag, number or code.',
      examples: ['laptop 14'],
    }),
  types: queryAnyOf(recordType, recordTypes.length).optional().meta({
    description:
      'Kinds of records to search. Default: all. Repeat it, or separate values by commas, for any of several. Records of kinds that the caller may not read are not found.',
  }),
  limit: queryInteger(z.int().min(1).max(100)).optional().meta({
    description: 'Number of records in the response. Default: 20.',
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
      'Lists the best matches first; equally good matches of different kinds alternate. Each kind needs its own read permission. Archived records, and records that the caller may not read, are left out. For very common words, only a part of the matches is ranked: send more words for better results.',
    permission: 'authenticated',
    query: searchQuery,
    whole: true,
    success: { status: 200, body: z.array(SearchResult) },
  }),
}
