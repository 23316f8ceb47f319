import { ofTab } from './storage.ts'
import { forgetTenant } from './tenant.ts'

const PREFIX = 'commonhold.draft'
const SIGNED_OUT = 'commonhold.signed-out'
/** Key of the record's version among the texts of a base. No field has this name. */
const VERSION = ''

/** The user and the tenant of a draft. It is shown to nobody else. */
export interface DraftOwner {
  readonly userId: string
  readonly tenantId: string
}

/** The text typed into a form, by field name. Several choices of a field are separated by line breaks. */
export type Draft = Readonly<Record<string, string>>

/** The record that a form changes: its version, and the texts of the fields before any change. */
export interface Base {
  readonly version: number
  readonly texts: Draft
}

/** Storage key of the draft of a form. */
export const draftKey = ({ userId, tenantId }: DraftOwner, form: string) =>
  [PREFIX, userId, tenantId, form].join(' ')

/** Storage key of the base of a draft. */
const baseKey = (key: string) => `${key} base`

/** The members of the object stored under a key; none if the text is missing or not JSON. */
function read(key: string): readonly [string, unknown][] {
  try {
    const stored: unknown = JSON.parse(ofTab.get(key) ?? '{}')
    return Object.entries(stored ?? {})
  } catch {
    return []
  }
}

/** The draft stored under a key, empty if there is none. */
export const readDraft = (key: string): Draft =>
  Object.fromEntries(read(key).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

/** The base of a draft; undefined if there is no draft, or if the form creates a record. */
export function readBase(key: string): Base | undefined {
  const texts = readDraft(baseKey(key))
  return texts[VERSION] === undefined ? undefined : { version: Number(texts[VERSION]), texts }
}

/** True if the form has changes that were not sent yet. */
export const hasDraft = (key: string | undefined) =>
  key !== undefined && Object.keys(readDraft(key)).length > 0

/** Stores the value of a field until the form is sent. A value that the record already has is not stored. */
export function keepDraft(key: string, field: string, value: string, base?: Base) {
  const { [field]: _, ...others } = readDraft(key)
  const isUnchanged = base !== undefined && value === (base.texts[field] ?? '')
  const draft = isUnchanged ? others : { ...others, [field]: value }
  if (Object.keys(draft).length === 0) return dropDraft(key)
  ofTab.set(key, JSON.stringify(draft))
  if (base) ofTab.set(baseKey(key), JSON.stringify({ ...base.texts, [VERSION]: String(base.version) }))
}

/** Deletes the draft of a form, with its base. */
export function dropDraft(key: string) {
  ofTab.remove(key)
  ofTab.remove(baseKey(key))
}

/** Deletes the drafts of a user, or all drafts if the user is not known. */
function dropDraftsOf(userId: string | null) {
  const beginning = userId === null ? `${PREFIX} ` : `${PREFIX} ${userId} `
  for (const key of ofTab.keys()) if (key.startsWith(beginning)) ofTab.remove(key)
}

function leave(userId: string | null) {
  dropDraftsOf(userId)
  forgetTenant()
}

/** For a sign-out: deletes the user's drafts and the selected tenant in every tab. When a session expires, both are kept. */
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
