import { operationGroups, recordTypes, type SearchResult } from '@commonhold/contract'
import { assertTenant } from '../store/context.ts'
import { implement } from '../store/implement.ts'
import { kinds } from './kinds.repository.ts'
import { type Found, searchStatement } from './search-statements.repository.ts'
import { searchTextOf } from './search-words.rules.ts'

const DEFAULT_LIMIT = 20

const matches = ['exact', 'prefix', 'words'] as const satisfies readonly SearchResult['matched'][]

/** The best results of all kinds. Equally good ones alternate between the kinds, so that no kind hides another. */
function best(found: readonly Found[], limit: number): SearchResult[] {
  const places = [...Map.groupBy(found, ({ type, rank }) => `${type} ${rank}`).values()].flatMap((equal) =>
    equal.map((one, place) => ({ one, place, kind: recordTypes.indexOf(one.type) })),
  )
  return places
    .sort((a, b) => a.one.rank - b.one.rank || a.place - b.place || a.kind - b.kind)
    .slice(0, limit)
    .map(({ one: { rank, ...record } }) => ({ ...record, matched: matches[rank] ?? 'words' }))
}

export const searchHandlers = implement(operationGroups.search, {
  list: async ({ query: { q, types, limit = DEFAULT_LIMIT } }, context) => {
    const text = searchTextOf(q)
    const requestedKinds = kinds.filter(({ type }) => types?.includes(type) ?? true)
    const statement = searchStatement(requestedKinds, limit, text.words.length === 1)
    const found = await context.reader.run(statement, { ...text })
    await assertTenant(context)
    return best(found, limit)
  },
})
