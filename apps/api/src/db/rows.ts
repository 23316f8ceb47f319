/** Rows as the connection gives them: values in the order of the columns. */
export interface ValueRows extends Array<readonly unknown[]> {
  readonly columns: readonly { readonly name: string }[]
}

type MakeRow = (values: readonly unknown[]) => Record<string, unknown>

/** By the list of columns itself: a connection hands out the same one whenever it runs a statement that it keeps. */
const known = new WeakMap<ValueRows['columns'], MakeRow>()
const makers = new Map<string, MakeRow>()

/**
 * Takes the rows as objects, without the columns that are skipped at their beginning: as many whenever the same statement
 * is run. The object literal of each list of columns is compiled once: setting its members by name, as the library does,
 * costs more than decoding the values.
 *
 * What was found is left empty. The driver's promise of it has often waited long enough to be moved to the old
 * generation, where it would keep all its rows until the next full collection.
 */
export function takeRows(found: ValueRows, skipped = 0): Record<string, unknown>[] {
  if (found.length === 0) return []
  const rows = found.map(known.get(found.columns) ?? makerOf(found.columns, skipped))
  found.length = 0
  return rows
}

function makerOf(columns: ValueRows['columns'], skipped: number): MakeRow {
  const names = columns.slice(skipped).map(({ name }) => name)
  const key = `${skipped} ${names.join()}`
  const make = makers.get(key) ?? compile(key, names, skipped)
  known.set(columns, make)
  return make
}

/** Names come from the statements of the code, and are quoted all the same. */
function compile(key: string, names: readonly string[], skipped: number): MakeRow {
  const members = names.map((name, index) => `${JSON.stringify(name)}: values[${index + skipped}]`)
  const make = new Function('values', `return { ${members.join(', ')} }`) as MakeRow
  makers.set(key, make)
  return make
}
