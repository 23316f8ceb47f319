import { ofTab } from './storage.ts'
import { forgetTenant } from './tenant.ts'

const PREFIX = 'commonhold.draft'
const SIGNED_OUT = 'commonhold.signed-out'

/** Whose draft it is, and in which tenant: nobody else is shown it. */
export interface DraftOwner {
  readonly userId: string
  readonly tenantId: string
}

/** What was typed into a form, by the name of the field; of several choices each is a line. */
export type Draft = Readonly<Record<string, string>>

/** Where the draft of a form is kept. */
export const draftKey = ({ userId, tenantId }: DraftOwner, form: string) =>
  [PREFIX, userId, tenantId, form].join(' ')

/** The draft under a key; what is not one counts as none. */
export function readDraft(key: string): Draft {
  try {
    const stored: unknown = JSON.parse(ofTab.get(key) ?? '{}')
    const entries = Object.entries(stored ?? {})
    return Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}

/** Whether something was typed into a form and not sent yet. */
export const hasDraft = (key: string | undefined) =>
  key !== undefined && Object.keys(readDraft(key)).length > 0

/** Keeps what a field holds until the form was sent. */
export const keepDraft = (key: string, field: string, value: string) =>
  ofTab.set(key, JSON.stringify({ ...readDraft(key), [field]: value }))

/** Forgets the draft of a form. */
export const dropDraft = (key: string) => ofTab.remove(key)

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
