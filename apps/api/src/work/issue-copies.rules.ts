const MOST_KEY = 48
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

/** What a copy is called where nobody says. */
export const copyName = (name: string) => [...`Copy of ${name}`].slice(0, MOST_NAME).join('').trim()

/** What the keys of the copies of a key begin with. */
export const copyKeyStart = (key: string) => `${key.slice(0, MOST_KEY - '_copy_999'.length)}_copy`

/** The first key of a copy that is not taken. */
export function copyKey(key: string, taken: ReadonlySet<string>): string {
  const start = copyKeyStart(key)
  if (!taken.has(start)) return start
  let number = 2
  while (taken.has(`${start}_${number}`)) number += 1
  return `${start}_${number}`
}
