import { i18n } from '@lingui/core'

/** True if names are shown in another language than English, the language of the service. */
let isForeign = false
/** Resolves to the same value when the texts of the language are loaded. */
let loading: Promise<boolean> = Promise.resolve(false)
/** The language of the names; empty for English. */
let language = ''

type Listener = () => void
let listener: Listener = () => {}

/** Calls back when names are shown in another language: cached answers then have names in the former one. */
export function onOtherNames(callback: Listener): void {
  listener = callback
}

/**
 * Shows the names of shared records in the language that `texts` loads and activates, as soon as it resolves. Without `texts`,
 * they are shown in English.
 */
export async function showSharedNames(texts?: Promise<unknown>): Promise<void> {
  const mine = texts ? texts.then(() => true) : Promise.resolve(false)
  loading = mine
  const found = await mine
  if (loading !== mine) return
  isForeign = found
  const next = found ? i18n.locale : ''
  if (next === language) return
  language = next
  listener()
}

/** How the ids of delivered records begin. `MOVE` is the beginning for transitions. */
const SEED = '01K0000000000000000'
const MOVE = '01K00000000000000001002'

/** Members of such records that are shown; `text` belongs to the `Choice` of a picker. */
const members = ['name', 'description', 'outward_name', 'inward_name', 'text']

type Fields = Readonly<Record<string, unknown>>
/** The prefixes of the text ids in `names.ts`. */
type Texts = 'name' | 'move'

/** True for an object parsed from JSON. Objects that the page makes from answers, such as a `Map`, have no names. */
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Members that contain a group with only its id and name. The name is enough, because it is unique in a tenant. */
const ofGroups: readonly string[] = [
  'group',
  'groups',
  'assignee_group',
  'owner_group',
  'member_group',
  'via',
]

/** The kind of texts that name a record; undefined if the tenant chose its names. */
function textsOf(record: Fields, isGroup: boolean): Texts | undefined {
  const { id, is_builtin, path, is_required } = record
  if (isGroup || is_builtin === true) return 'name'
  if (typeof id === 'string') return id.startsWith(MOVE) ? 'move' : id.startsWith(SEED) ? 'name' : undefined
  // A field that a transition requests has no id.
  const isAsked = typeof path === 'string' && typeof is_required === 'boolean'
  return isAsked && !path.startsWith('custom_fields.') ? 'name' : undefined
}

function textIn(texts: Texts, english: string): string {
  const id = `${texts}:${english}`
  return Object.hasOwn(i18n.messages, id) ? i18n._(id) : english
}

/** The English texts of translated members, by the record and the translated text. */
const originals = new Map<string, string>()

/** How values are named: `isForeign` if in another language than English, `mayBeTranslated` if they may already be translated. */
interface Naming {
  readonly isForeign: boolean
  readonly mayBeTranslated: boolean
}

/** Translates one member, and stores its English text for the next change of language. */
function named(
  record: Fields,
  shown: unknown,
  texts: Texts | undefined,
  { mayBeTranslated }: Naming,
): unknown {
  if (typeof shown !== 'string') return shown
  const owner = String(record.id ?? record.path)
  const english = (mayBeTranslated ? originals.get(`${owner} ${shown}`) : undefined) ?? shown
  const text = texts ? textIn(texts, english) : english
  if (text !== english) originals.set(`${owner} ${text}`, english)
  return text
}

/** Translates the names in a value; returns the same value if none changes. */
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
  if (texts || naming.mayBeTranslated) {
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

/** Translates the names in a cached answer into the current language. */
export const inOtherNames = (value: unknown): unknown =>
  withNames({ isForeign, mayBeTranslated: true }, value)

/** A word of a fixed list, such as `No fault found`, in the language of the page. */
export const wordOfPage = (english: string): string => (isForeign ? textIn('name', english) : english)

/**
 * Returns an answer with the names of shared records in the language of the page. Names that somebody has changed, and names of a
 * tenant's own records, stay unchanged. The root tenant, which can change shared names, sees them in English.
 */
export async function answerOfPage(response: Response, tenantId: string | null): Promise<Response> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  if (!isJson || !isNamed(tenantId)) return response
  // If the texts could not be loaded, the page is still in English.
  if (!(await loading.catch(() => false))) return response
  const text = await response.text()
  const { status, headers } = response
  return new Response(namesIn(text), { status, headers })
}

const ROOT_TENANT_ID = '01K00000000000000000000000'

/** False for the root tenant, which sees the names as they are stored because it can change them. */
export const isNamed = (tenantId: string | null): boolean => tenantId !== ROOT_TENANT_ID

/** Translates the names in a JSON text. A text that is not JSON is returned unchanged. */
function namesIn(text: string): string {
  try {
    return JSON.stringify(withNames({ isForeign: true, mayBeTranslated: false }, JSON.parse(text)))
  } catch {
    return text
  }
}

interface Named {
  readonly id: string
  readonly name: string
}

/**
 * Finds records by their shown names. The service knows the delivered names only in English, so in another language all records
 * with such names, which are few, are read and compared here.
 */
export async function findByName<R extends Named, const S extends object>(
  words: string,
  find: (asked: { readonly q?: string } | (S & { readonly limit: number })) => Promise<readonly R[]>,
  /** Parameters that narrow the list to records with delivered names. */
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
