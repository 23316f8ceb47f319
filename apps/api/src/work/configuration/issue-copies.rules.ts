const MOST_NAME = 255

/** Members that are not copied. */
const particular: ReadonlySet<string> = new Set([
  'id',
  'tenant_id',
  'created_at',
  'updated_at',
  'created_by',
  'version',
  'is_shared',
])

/** The members of a row that are copied, without those in `except`. */
export const copied = (row: object, except: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).filter(([member]) => !particular.has(member) && !except.includes(member)),
  )

/** The default name of a copy. */
export const copyName = (name: string) => [...`Copy of ${name}`].slice(0, MOST_NAME).join('').trim()
