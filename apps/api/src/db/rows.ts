/** Rows as the connection returns them: values in the order of the columns. */
export interface ValueRows extends Array<readonly unknown[]> {
  readonly columns: readonly { readonly name: string }[]
}

type MakeRow = (values: readonly unknown[]) => Record<string, unknown>

/** Keyed by the list of columns itself: a connection returns the same object whenever it runs a prepared statement. */
const known = new WeakMap<ValueRows['columns'], MakeRow>()
const makers = new Map<string, MakeRow>()

/**
 * Converts rows to objects and leaves out the first `skipped` columns, a number that is fixed per statement. The object literal
 * of each list of columns is compiled once, because setting members by name costs more than decoding the values. The input array
 * is emptied: the driver's promise of it is often in the old generation, and would keep all rows in memory until the next full
 * garbage collection.
 */
export function toObjects(found: ValueRows, skipped = 0): Record<string, unknown>[] {
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

/** Names come from the statements of the code; they are quoted anyway. */
function compile(key: string, names: readonly string[], skipped: number): MakeRow {
  const members = names.map((name, index) => `${JSON.stringify(name)}: values[${index + skipped}]`)
  const make = new Function('values', `return { ${members.join(', ')} }`) as MakeRow
  makers.set(key, make)
  return make
}
