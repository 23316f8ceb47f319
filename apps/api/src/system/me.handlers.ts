import { operationGroups } from '@commonhold/contract'
import { errorsIn, type FieldError, invalid, problem } from '../base/problem.ts'
import { sessionOf } from '../store/context.ts'
import { implement } from '../store/implement.ts'
import { listRecords } from '../store/listing.ts'
import { whole } from '../store/redact.ts'
import { timeZoneNamed } from '../store/time-zones.ts'
import { noticeOf, removeNotice } from './account-notices.repository.ts'
import { type AuthenticationServices, signIn, signUp, tokenAnswer } from './authentication.service.ts'
import { deviceOf } from './device.rules.ts'
import { resendVerification } from './email-verification.service.ts'
import { assertFirstVersion } from './first-version.rules.ts'
import { newAccountOf } from './new-account.rules.ts'
import { assertExtraFits, mergePatch, usualPreferences } from './preferences.rules.ts'
import { assertProjectIn, beginPreferences, preferencesStore } from './preferences.store.ts'
import { currentProjectId } from './projects.store.ts'
import { selectionHandlers } from './selection.service.ts'
import { endSession, endSessions, revokeSession } from './sessions.repository.ts'
import { activeOf, sessionStore } from './sessions.store.ts'
import { userStore } from './users.store.ts'

export const meHandlers = (services: AuthenticationServices) =>
  implement(operationGroups.me, {
    signUp: async ({ body }, context) => {
      const { session } = await signUp(services, newAccountOf(body), context, true)
      if (!session) throw new Error('sign-up started no session')
      return tokenAnswer(services, session)
    },
    signIn: async ({ body }, context) =>
      tokenAnswer(services, await signIn(services, body.username, body.password, context)),
    signOut: async (_, { tx, actor, audit }) => {
      await revokeSession(tx, sessionOf(actor), 'signed_out')
      audit({ action: 'signed_out', recordType: 'session', recordId: sessionOf(actor) })
    },
    get: async (_, { reader, actor, authorized }) => {
      const [user, account_notice] = await Promise.all([
        userStore.find(reader, actor.userId),
        noticeOf(reader, actor.userId),
      ])
      const selected = await authorized()
      // A service account has neither an address nor a session.
      if (!user || user.email === null) throw problem('not_authenticated')
      return {
        ...whole(user),
        email: user.email,
        account_notice,
        session_id: sessionOf(actor),
        current_tenant_id: selected.tenantId,
        current_project_id: await currentProjectId(reader, selected),
      }
    },
    acknowledgeNotice: async (_, { tx, actor, audit, ifMatch }) => {
      assertFirstVersion(ifMatch)
      const from = await removeNotice(tx, actor.userId)
      const changes = [{ field: 'account_notice', from: from ?? null, to: null }]
      if (from) audit({ action: 'updated', recordType: 'user', recordId: actor.userId, changes })
      return undefined
    },
    resendVerification: async (_, context) => {
      await resendVerification(services, context)
      return undefined
    },
    listSessions: async ({ query }, context) => {
      const { userId } = context.actor
      const sessionId = sessionOf(context.actor)
      const rows = await listRecords(
        sessionStore,
        context,
        operationGroups.me.listSessions.collection,
        query,
        activeOf(userId),
      )
      return rows.map((row) => ({
        ...row,
        device: deviceOf(row.user_agent),
        is_current: row.id === sessionId,
      }))
    },
    deleteSession: async ({ params }, { tx, actor, audit, ifMatch }) => {
      if (!(await endSession(tx, actor.userId, params.session_id))) throw problem('not_found')
      assertFirstVersion(ifMatch)
      audit({ action: 'signed_out', recordType: 'session', recordId: params.session_id })
      return undefined
    },
    deleteSessions: async (_, { tx, actor, audit, ifMatch }) => {
      assertFirstVersion(ifMatch)
      for (const recordId of await endSessions(tx, actor.userId, 'ended', sessionOf(actor)))
        audit({ action: 'signed_out', recordType: 'session', recordId })
      return undefined
    },
    ...selectionHandlers,
    getPreferences: async (_, { reader, actor }) =>
      (await preferencesStore.find(reader, actor.userId)) ?? usualPreferences,
    updatePreferences: async ({ body }, context) => {
      const { tx, actor } = context
      const timezone = await timeZoneNamed(tx, 'timezone', body.timezone)
      if (Object.keys(body).length === 0)
        return (await preferencesStore.find(tx, actor.userId)) ?? usualPreferences
      await beginPreferences(tx, actor.userId)
      const before = await preferencesStore.lock(context, actor.userId)
      const { default_tenant_id = before.default_tenant_id } = body
      const isOtherTenant = default_tenant_id !== null && default_tenant_id !== before.default_tenant_id
      const project =
        body.default_project_id === undefined && isOtherTenant
          ? before.default_project_id
          : body.default_project_id
      if (project) {
        const errors = await errorsIn(() => assertProjectIn(context, default_tenant_id, project))
        if (errors.length > 0) throw invalid(...(body.default_project_id ? errors : [formerProject]))
      }
      const patch = {
        ...body,
        timezone,
        ...(body.auto_watch_on ? { auto_watch_on: [...new Set(body.auto_watch_on)] } : {}),
        ...(body.extra ? { extra: mergePatch(before.extra, body.extra) } : {}),
      }
      assertExtraFits(patch.extra)
      return preferencesStore.update(context, before, patch)
    },
  })

/** The error of a default project that does not belong to the tenant in the request. */
const formerProject: FieldError = {
  field: 'default_project_id',
  code: 'required',
  message:
    'the default project is not in that tenant; send default_project_id, too: a project of the tenant, or null',
}
