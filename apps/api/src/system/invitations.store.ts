import type { Invitation } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { Store } from '../store/store.ts'
import { invitations } from './invitations.table.ts'

export const invitationStore = new Store({
  table: invitations,
  record: 'invitation',
  kind: 'owned',
  derived: {
    status: sql<Invitation['status']>`case when invitations.outcome is not null then invitations.outcome
      when invitations.expires_at <= now() then 'expired' else 'pending' end`.as('status'),
  },
})
