import type { Invitation, User } from '@commonhold/contract'
import { api } from '../../api.ts'

/** Addresses that need no further invitation, each in lower case. */
export interface KnownAddresses {
  readonly members: ReadonlyMap<string, User>
  /** The newest pending invitation of each address. */
  readonly waiting: ReadonlyMap<string, Invitation>
}

/** The most addresses that the service accepts in one request. */
const MOST = 100

/** Returns which of the addresses belong to members, and which have a pending invitation. */
export async function knownAmong(
  emails: readonly string[],
  /** False in the root tenant, where the list of users has every account of the installation. */
  isListOfMembers: boolean,
): Promise<KnownAddresses> {
  const members = new Map<string, User>()
  const waiting = new Map<string, Invitation>()
  for (let at = 0; at < emails.length; at += MOST) {
    const email = emails.slice(at, at + MOST)
    const [users, invitations] = await Promise.all([
      isListOfMembers ? api.users.list({ email, limit: MOST }) : [],
      api.invitations.list({ email, status: ['pending'], sort: ['created_at'], limit: 500 }),
    ])
    for (const user of users) if (user.email) members.set(user.email, user)
    for (const invitation of invitations) waiting.set(invitation.email, invitation)
  }
  return { members, waiting }
}
