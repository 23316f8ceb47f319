import type { Invitation } from '@commonhold/contract'
import { or, sql } from 'drizzle-orm'
import { rewritingAudit, type WriteContext } from '../store/context.ts'
import type { Scope } from '../store/page-statements.ts'
import { Store } from '../store/store.ts'
import { invitations } from './invitations.table.ts'

export const invitationStore = new Store({
  table: invitations,
  record: 'invitation',
  kind: 'owned',
  audited: ['id', 'email', 'group_ids', 'message', 'expires_at', 'outcome', 'ended_at', 'user_id'],
  searched: [invitations.email, invitations.message],
  computed: {
    status: sql<Invitation['status']>`case when invitations.outcome is not null then invitations.outcome
      when invitations.expires_at <= now() then 'expired' else 'pending' end`.as('status'),
  },
})

/** The SQL condition of each status, in a form that can use the indexes. */
const isIn = {
  pending: sql`invitations.outcome is null and invitations.expires_at > now()`,
  expired: sql`invitations.outcome is null and invitations.expires_at <= now()`,
  accepted: sql`invitations.outcome = 'accepted'`,
  declined: sql`invitations.outcome = 'declined'`,
  revoked: sql`invitations.outcome = 'revoked'`,
} satisfies Record<Invitation['status'], unknown>

/** Restricts a list to some statuses; undefined = all. */
export function inStatus(status: readonly Invitation['status'][] | undefined): Scope | undefined {
  if (!status) return undefined
  const statuses = [...new Set(status)].sort()
  return {
    name: `in ${statuses}`,
    condition: sql`(${or(...statuses.map((one) => isIn[one]))})`,
    values: {},
    bound: { status: statuses },
  }
}

type InvitationRow = Awaited<ReturnType<typeof invitationStore.get>>

/** Revokes a locked invitation that nobody has answered; its links stop working. */
export const revokeInvitation = (context: WriteContext, row: InvitationRow): Promise<InvitationRow> => {
  // The history records the member `status`, not the column `outcome`.
  const shown = rewritingAudit(context, (entry) => ({
    ...entry,
    changes: (entry.changes ?? []).map((change) =>
      change.field === 'outcome' ? { field: 'status', from: row.status, to: 'revoked' } : change,
    ),
  }))
  const ended_at = context.clock.now().toISOString()
  return invitationStore.update(shown, row, { outcome: 'revoked', ended_at })
}
