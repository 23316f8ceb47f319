/** A statement with the number of its parameters. */
export type SentStatement = readonly [text: string, parameters: number]

/**
 * Statements of lists differ only in filter and order. Keeps a statement if it has a pair of neighbouring names that is in no
 * longer statement.
 */
export function essential(statements: readonly SentStatement[]): SentStatement[] {
  const recorded = new Set<string>()
  return statements
    .toSorted(([a], [b]) => b.length - a.length || (a < b ? -1 : 1))
    .filter(([text]) => {
      const fresh = pairsOf(text).filter((pair) => !recorded.has(pair))
      for (const pair of fresh) recorded.add(pair)
      return fresh.length > 0
    })
}

function pairsOf(text: string): string[] {
  const names = text.match(/"?[a-z_]\w*"?(?:\."?\w+"?)?\(?/gi) ?? []
  return names.map((name, at) => `${name} ${names[at + 1] ?? ''}`)
}
