import { contract } from '@commonhold/contract'
import { implement } from '../kernel/implement.ts'
import { listRecords } from '../kernel/listing.ts'
import { pageHeaders } from '../kernel/paging.ts'
import { problem } from '../kernel/problem.ts'
import { findUser } from './accounts.repository.ts'
import { type AuthenticationServices, signIn, signUp, tokenAnswer } from './authentication.ts'
import { deviceOf } from './device.ts'
import { revokeSession } from './sessions.repository.ts'
import { activeOf, sessionStore } from './sessions.store.ts'

export const meHandlers = (services: AuthenticationServices) =>
  implement(contract.me, {
    signUp: async ({ body }, context) => {
      const { session } = await signUp(services, body, context, true)
      if (!session) throw new Error('sign-up started no session')
      return tokenAnswer(services, session)
    },
    signIn: async ({ body }, context) =>
      tokenAnswer(services, await signIn(services, body.username, body.password, context)),
    signOut: async (_, { tx, actor, audit }) => {
      await revokeSession(tx, actor.sessionId, 'signed_out')
      audit({ action: 'signed_out', recordType: 'session', recordId: actor.sessionId })
    },
    get: async (_, { reader, actor, entered }) => {
      const user = await findUser(reader, actor.userId)
      const { tenantId, projectId } = await entered()
      if (!user) throw problem('not_authenticated')
      return {
        ...user,
        session_id: actor.sessionId,
        current_tenant_id: tenantId,
        current_project_id: projectId,
      }
    },
    listSessions: async ({ query }, context) => {
      const { userId, sessionId } = context.actor
      const page = await listRecords(
        sessionStore,
        context,
        contract.me.listSessions.collection,
        query,
        activeOf(userId),
      )
      pageHeaders(context, page)
      return page.rows.map((row) => ({
        ...row,
        device: deviceOf(row.user_agent),
        is_current: row.id === sessionId,
      }))
    },
  })
