const MOST_NAME = 255

/** Members that a copy has of its own. */
const particular: ReadonlySet<string> = new Set([
  'id',
  'tenant_id',
  'created_at',
  'updated_at',
  'created_by',
  'version',
  'is_shared',
])

/** What a copy takes over from a row, beside the members named. */
export const copied = (row: object, except: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).filter(([member]) => !particular.has(member) && !except.includes(member)),
  )

/** The name of a copy that is given none. */
export const copyName = (name: string) => [...`Copy of ${name}`].slice(0, MOST_NAME).join('').trim()
