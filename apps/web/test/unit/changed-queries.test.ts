import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { changedQueries } from '../../src/app/changed-queries.ts'

const source = fileURLToPath(new URL('../../src/', import.meta.url))

/** Patterns for the first element of a query key in the code: in the query, its list, or its picker. */
const named = [
  /(?<!refetch\(queries, \{ |invalidateQueries\(\{ )\bqueryKey(?:: |=\{)\[\s*'([^']+)'/g,
  /<(?:ListScreen|ResourceTable|SimpleList)\b[^"]*?\bname="([^"]+)"/g,
  /: Pickable = \{\s*(?:\.\.\.\w+,\s*)?kind: '([^']+)'/g,
]

const used = new Set(
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(source + file, 'utf8'))
    .flatMap((text) => named.flatMap((pattern) => [...text.matchAll(pattern)].map(([, first]) => first))),
)

/** Queries that no event changes, or that are refetched in another way. */
const followedOtherwise = [
  'audit-log',
  'codes',
  'invitation',
  'me',
  'mine',
  'operator',
  'quotas',
  'search',
  'sign-up',
  'texts',
]

it('an event asks anew for queries that the page has', () => {
  const unused = Object.entries(changedQueries).flatMap(([kind, firsts]) =>
    firsts.filter((first) => !used.has(first)).map((first) => `${kind}: ${first}`),
  )
  expect(unused).toEqual([])
})

it('each query of the page is asked anew after an event, or in another way', () => {
  const followed = new Set(Object.values(changedQueries).flat())
  expect([...used].filter((first) => first && !followed.has(first)).toSorted()).toEqual(followedOtherwise)
})
