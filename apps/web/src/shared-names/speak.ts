import { i18n, type MessageDescriptor } from '@lingui/core'

type Dictionary = typeof import('./names.ts')

/** The names for the language of the page; undefined where it is that of the service. */
let dictionary: Dictionary | undefined
/** The same, once the texts of the language are there. */
let awaited: Promise<Dictionary | undefined> = Promise.resolve(undefined)

/**
 * Shows the names that the service is delivered with in a language that is not theirs, as soon as `texts`, which loads and
 * activates it, is done; without it, in their own.
 */
export async function showSharedNames(texts?: Promise<unknown>): Promise<void> {
  const loading = texts ? Promise.all([import('./names.ts'), texts]).then(([found]) => found) : undefined
  const mine = Promise.resolve(loading)
  awaited = mine
  const found = await mine
  if (awaited === mine) dictionary = found
}

/** Ids of the records that every installation is delivered with; those of moves of issues are among them. */
const SEED = '01K0000000000000000'
const MOVE = '01K00000000000000001002'

/** Members of such records that are shown. */
const members = ['name', 'description', 'outward_name', 'inward_name']

type Fields = Readonly<Record<string, unknown>>
type Texts = Readonly<Record<string, MessageDescriptor>>

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Members under which a group stands with nothing but its id and name. Names of groups are unique in a tenant. */
const ofGroups: readonly string[] = [
  'group',
  'groups',
  'assignee_group',
  'owner_group',
  'member_group',
  'via',
]

/** The names of the record; undefined where they are the tenant's own. */
function textsOf({ names, moves }: Dictionary, record: Fields, isGroup: boolean): Texts | undefined {
  const { id, is_builtin, path, is_required } = record
  if (isGroup || is_builtin === true) return names
  if (typeof id === 'string') return id.startsWith(MOVE) ? moves : id.startsWith(SEED) ? names : undefined
  // A field that a move asks for has no id.
  const isAsked = typeof path === 'string' && typeof is_required === 'boolean'
  return isAsked && !path.startsWith('custom_fields.') ? names : undefined
}

const textIn = (texts: Texts, english: unknown): unknown => {
  const known = typeof english === 'string' && Object.hasOwn(texts, english) ? texts[english] : undefined
  return known ? i18n._(known) : english
}

function inLanguage(known: Dictionary, value: unknown, member = ''): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => inLanguage(known, one, member))
  if (!isObject(value)) return value
  const record = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, inLanguage(known, inner, name)]),
  )
  const texts = textsOf(known, value, ofGroups.includes(member))
  if (!texts) return record
  for (const name of members) if (name in record) record[name] = textIn(texts, record[name])
  if (Array.isArray(record.options))
    record.options = record.options.map((option: unknown) =>
      isObject(option) ? { ...option, label: textIn(texts, option.label) } : option,
    )
  return record
}

/** A word of a closed list, such as `No fault found`, in the language of the page. */
export const wordOfPage = (english: string): string =>
  dictionary ? String(textIn(dictionary.names, english)) : english

/**
 * An answer with the names that the service is delivered with in the language of the page. A name that somebody has changed
 * is left as it is, and so is every name of a tenant's own records. The root tenant, where they are changed, sees them as
 * they are.
 */
export async function answerOfPage(response: Response, tenantId: string | null): Promise<Response> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  if (!isJson || tenantId === ROOT_TENANT_ID) return response
  // Without its texts, the page is still in English.
  const known = await awaited.catch(() => undefined)
  if (!known) return response
  const text = await response.text()
  const { status, headers } = response
  return new Response(namesIn(known, text), { status, headers })
}

const ROOT_TENANT_ID = '01K00000000000000000000000'

/** The same JSON with those names; what is no JSON stays as it is, for whoever reads it. */
function namesIn(known: Dictionary, text: string): string {
  try {
    return JSON.stringify(inLanguage(known, JSON.parse(text)))
  } catch {
    return text
  }
}
