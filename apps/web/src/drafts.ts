import { ofTab } from './storage.ts'
import { forgetTenant } from './tenant.ts'

const PREFIX = 'commonhold.draft'
const SIGNED_OUT = 'commonhold.signed-out'
/** Stands for the version of the record among the texts of a base: no field has this name. */
const VERSION = ''

/** Whose draft it is, and in which tenant: nobody else is shown it. */
export interface DraftOwner {
  readonly userId: string
  readonly tenantId: string
}

/** What was typed into a form, by the name of the field; of several choices each is a line. */
export type Draft = Readonly<Record<string, string>>

/** What the fields of a form began with, when it changes a record. */
export interface Base {
  readonly version: number
  readonly texts: Draft
}

/** Where the draft of a form is kept. */
export const draftKey = ({ userId, tenantId }: DraftOwner, form: string) =>
  [PREFIX, userId, tenantId, form].join(' ')

/** Where what a draft began with is kept. */
const baseKey = (key: string) => `${key} base`

/** The members of what is stored under a key; what is no object counts as an empty one. */
function read(key: string): readonly [string, unknown][] {
  try {
    const stored: unknown = JSON.parse(ofTab.get(key) ?? '{}')
    return Object.entries(stored ?? {})
  } catch {
    return []
  }
}

/** The draft under a key. */
export const readDraft = (key: string): Draft =>
  Object.fromEntries(read(key).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

/** What the form of a draft began with; undefined where there is no draft of a record. */
export function readBase(key: string): Base | undefined {
  const texts = readDraft(baseKey(key))
  return texts[VERSION] === undefined ? undefined : { version: Number(texts[VERSION]), texts }
}

/** Whether something was typed into a form and not sent yet. */
export const hasDraft = (key: string | undefined) =>
  key !== undefined && Object.keys(readDraft(key)).length > 0

/** Keeps what a field holds until the form was sent; what a record has already is no draft. */
export function keepDraft(key: string, field: string, value: string, base?: Base) {
  const { [field]: _, ...others } = readDraft(key)
  const isUnchanged = base !== undefined && value === (base.texts[field] ?? '')
  const draft = isUnchanged ? others : { ...others, [field]: value }
  if (Object.keys(draft).length === 0) return dropDraft(key)
  ofTab.set(key, JSON.stringify(draft))
  if (base) ofTab.set(baseKey(key), JSON.stringify({ ...base.texts, [VERSION]: String(base.version) }))
}

/** Forgets the draft of a form. */
export function dropDraft(key: string) {
  ofTab.remove(key)
  ofTab.remove(baseKey(key))
}

/** Forgets the drafts of a user; of everybody where it is not known who that was. */
function dropDraftsOf(userId: string | null) {
  const beginning = userId === null ? `${PREFIX} ` : `${PREFIX} ${userId} `
  for (const key of ofTab.keys()) if (key.startsWith(beginning)) ofTab.remove(key)
}

function leave(userId: string | null) {
  dropDraftsOf(userId)
  forgetTenant()
}

/** Removes what the user who signs out leaves behind, in every tab. An expired session leaves it in place. */
export function leaveEverywhere(userId: string | null) {
  leave(userId)
  const channel = new BroadcastChannel(SIGNED_OUT)
  channel.postMessage(userId)
  channel.close()
}

/** Does the same when somebody signs out in another tab. */
export function followOtherTabs() {
  new BroadcastChannel(SIGNED_OUT).onmessage = ({ data }) => leave(typeof data === 'string' ? data : null)
}
