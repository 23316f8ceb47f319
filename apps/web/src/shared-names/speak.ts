import { i18n } from '@lingui/core'

/** Whether names are said in another language than that of the service. */
let isForeign = false
/** The same, once the texts of the language are there. */
let awaited: Promise<boolean> = Promise.resolve(false)
/** The language in which they are said. */
let spoken = ''

type Listener = () => void
let listener: Listener = () => {}

/** Calls back when the names are said in another language: what was answered before has those of the former one. */
export function onOtherNames(callback: Listener): void {
  listener = callback
}

/**
 * Shows the names that the service is delivered with in a language that is not theirs, as soon as `texts`, which loads and
 * activates it, is done; without it, in their own.
 */
export async function showSharedNames(texts?: Promise<unknown>): Promise<void> {
  const mine = texts ? texts.then(() => true) : Promise.resolve(false)
  awaited = mine
  const found = await mine
  if (awaited !== mine) return
  isForeign = found
  const language = found ? i18n.locale : ''
  if (language === spoken) return
  spoken = language
  listener()
}

/** Ids of the records that every installation is delivered with; those of moves of issues are among them. */
const SEED = '01K0000000000000000'
const MOVE = '01K00000000000000001002'

/** Members of such records that are shown; `text` is what a picker makes of one. */
const members = ['name', 'description', 'outward_name', 'inward_name', 'text']

type Fields = Readonly<Record<string, unknown>>
/** What the ids of texts begin with (`names.ts`). */
type Texts = 'name' | 'move'

/** True for what JSON can say; what the page makes of answers, such as a `Map`, has no names. */
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Members under which a group stands with nothing but its id and name. Names of groups are unique in a tenant. */
const ofGroups: readonly string[] = [
  'group',
  'groups',
  'assignee_group',
  'owner_group',
  'member_group',
  'via',
]

/** Which texts name the record; none where its names are the tenant's own. */
function textsOf(record: Fields, isGroup: boolean): Texts | undefined {
  const { id, is_builtin, path, is_required } = record
  if (isGroup || is_builtin === true) return 'name'
  if (typeof id === 'string') return id.startsWith(MOVE) ? 'move' : id.startsWith(SEED) ? 'name' : undefined
  // A field that a move asks for has no id.
  const isAsked = typeof path === 'string' && typeof is_required === 'boolean'
  return isAsked && !path.startsWith('custom_fields.') ? 'name' : undefined
}

function textIn(texts: Texts, english: string): string {
  const id = `${texts}:${english}`
  return Object.hasOwn(i18n.messages, id) ? i18n._(id) : english
}

/** The English of what was said in another language, by the record and what was said. */
const originals = new Map<string, string>()

/** How values are named: in another language or in that of the service; `isSaid` where they may have been named before. */
interface Naming {
  readonly isForeign: boolean
  readonly isSaid: boolean
}

/** The text of one member, and the English of it kept for when the language changes. */
function named(record: Fields, shown: unknown, texts: Texts | undefined, { isSaid }: Naming): unknown {
  if (typeof shown !== 'string') return shown
  const owner = String(record.id ?? record.path)
  const english = (isSaid ? originals.get(`${owner} ${shown}`) : undefined) ?? shown
  const text = texts ? textIn(texts, english) : english
  if (text !== english) originals.set(`${owner} ${text}`, english)
  return text
}

/** The value with its names; the same one where none is another. */
function withNames(naming: Naming, value: unknown, member = ''): unknown {
  if (Array.isArray(value)) {
    const list = value.map((one: unknown) => withNames(naming, one, member))
    return list.some((one, at) => one !== value[at]) ? list : value
  }
  if (!isObject(value)) return value
  const record = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withNames(naming, inner, name)]),
  )
  const texts = naming.isForeign ? textsOf(value, ofGroups.includes(member)) : undefined
  if (texts || naming.isSaid) {
    for (const name of members) if (name in record) record[name] = named(value, record[name], texts, naming)
    if (Array.isArray(record.options))
      record.options = record.options.map((option: unknown) => {
        if (!isObject(option)) return option
        const label = named(value, option.label, texts, naming)
        return label === option.label ? option : { ...option, label }
      })
  }
  return isSame(record, value) ? value : record
}

/** True when the members are the same, and lists among them have the same records. */
const isSame = (record: Fields, before: Fields): boolean =>
  Object.entries(record).every(([name, inner]) => {
    const former = before[name]
    return (
      inner === former ||
      (Array.isArray(inner) && Array.isArray(former) && inner.every((one, at) => one === former[at]))
    )
  })

/** What was answered before the language changed, with its names in the one that is spoken now. */
export const inOtherNames = (value: unknown): unknown => withNames({ isForeign, isSaid: true }, value)

/** A word of a closed list, such as `No fault found`, in the language of the page. */
export const wordOfPage = (english: string): string => (isForeign ? textIn('name', english) : english)

/**
 * An answer with the names that the service is delivered with in the language of the page. A name that somebody has changed
 * is left as it is, and so is every name of a tenant's own records. The root tenant, where they are changed, sees them as
 * they are.
 */
export async function answerOfPage(response: Response, tenantId: string | null): Promise<Response> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  if (!isJson || !isNamed(tenantId)) return response
  // Without its texts, the page is still in English.
  if (!(await awaited.catch(() => false))) return response
  const text = await response.text()
  const { status, headers } = response
  return new Response(namesIn(text), { status, headers })
}

const ROOT_TENANT_ID = '01K00000000000000000000000'

/** False for the root tenant, where the names are changed. */
export const isNamed = (tenantId: string | null): boolean => tenantId !== ROOT_TENANT_ID

/** The same JSON with those names; what is no JSON stays as it is, for whoever reads it. */
function namesIn(text: string): string {
  try {
    return JSON.stringify(withNames({ isForeign: true, isSaid: false }, JSON.parse(text)))
  } catch {
    return text
  }
}

interface Named {
  readonly id: string
  readonly name: string
}

/**
 * Finds records by their names as they are shown. The service knows the names that it is delivered with in English alone, so
 * in another language all records that have such names are read, which are few, and compared here.
 */
export async function findByName<R extends Named, const S extends object>(
  words: string,
  find: (asked: { readonly q?: string } | (S & { readonly limit: number })) => Promise<readonly R[]>,
  /** What narrows the list to those that have names of the service. */
  shared: S,
): Promise<readonly R[]> {
  const q = words.trim()
  if (q === '') return find({})
  if (!isForeign) return find({ q })
  const [found, others] = await Promise.all([find({ q }), find({ ...shared, limit: 500 })])
  const ids = new Set(found.map(({ id }) => id))
  const parts = q.toLocaleLowerCase().split(/\s+/)
  const isMeant = ({ id, name }: R) =>
    !ids.has(id) && parts.every((part) => name.toLocaleLowerCase().includes(part))
  return [...found, ...others.filter(isMeant)]
}
