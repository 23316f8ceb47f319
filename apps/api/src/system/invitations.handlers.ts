import { operationGroups } from '@commonhold/contract'
import { normalizeEmail } from '../auth/passwords/identity-names.ts'
import { errorsIn, invalid, problem, repointed } from '../base/problem.ts'
import { type WriteContext, withoutAudit } from '../store/context.ts'
import { crudHandlers } from '../store/handlers.ts'
import { implement } from '../store/implement.ts'
import { listRecords } from '../store/listing.ts'
import { type AuthenticationServices, tokenAnswer } from './authentication.service.ts'
import { groupReferences } from './groups.store.ts'
import { missingToInvite, usersGroupId } from './invitations.repository.ts'
import { acceptInvitation, declineInvitation, previewInvitation } from './invitations.service.ts'
import { inStatus, invitationStore, revokeInvitation } from './invitations.store.ts'
import { limitInvitations } from './mail-limits.service.ts'
import { queueMail } from './mails.service.ts'

/** The default lifetime of an invitation, in seconds. */
const WEEK = 7 * 86_400

type InvitationRow = Awaited<ReturnType<typeof invitationStore.get>>

export const invitationHandlers = (services: AuthenticationServices) => {
  const { get } = crudHandlers(operationGroups.invitations, invitationStore)

  /** Queues the mail of an invitation. The address is not looked up: the response must not disclose whether it has an account. */
  async function send({ tx, actor }: WriteContext, { id, tenant_id, email, lifetime }: InvitationRow) {
    await limitInvitations(services, tx, { tenantId: tenant_id, inviterId: actor.userId, email })
    await queueMail(tx, services.mail, {
      kind: 'invitation',
      recipient: email,
      tenantId: tenant_id,
      facts: { invitation_id: id },
      usefulFor: lifetime,
    })
  }

  return implement(operationGroups.invitations, {
    list: ({ query: { status, ...query } }, context) =>
      listRecords(
        invitationStore,
        context,
        operationGroups.invitations.list.collection,
        query,
        inStatus(status),
      ),
    get,
    create: async ({ body }, context) => {
      if (!services.mail) throw problem('mail_not_configured')
      const { email: address, group_ids, expires_in = WEEK, ...rest } = body
      const email = normalizeEmail(address)
      if (email === null)
        throw invalid({ field: 'email', code: 'invalid_format', message: 'must be an email address' })
      await context.tenantId()
      const groupIds = await groupsToJoin(context, group_ids)
      const row = await invitationStore.insert(context, {
        ...rest,
        email,
        group_ids: groupIds,
        lifetime: expires_in,
        expires_at: timeAfter(context, expires_in),
      })
      await send(context, row)
      return row
    },
    revoke: async ({ params }, context) => {
      const row = await invitationStore.lock(context, params.invitation_id)
      if (row.outcome === null) await revokeInvitation(context, row)
      return undefined
    },
    resend: async ({ params, body }, context) => {
      if (!services.mail) throw problem('mail_not_configured')
      const row = await invitationStore.lock(context, params.invitation_id)
      if (row.outcome !== null)
        throw problem(
          'invalid_transition',
          { current_state: row.outcome, allowed_operations: [] },
          `The invitation was ${row.outcome}. Create a new one.`,
        )
      await assertMayInvite(context, row.group_ids)
      const expires_at = timeAfter(context, row.lifetime)
      const after = await invitationStore.update(withoutAudit(context), row, { expires_at })
      invitationStore.recordAudit(context, 'updated', row, after, { reason: body?.reason })
      await send(context, after)
      return after
    },
    preview: ({ body }, context) => previewInvitation(body.token, context),
    accept: async ({ body }, context) =>
      tokenAnswer(services, await acceptInvitation(services, body, context)),
    decline: async ({ body }, context) => {
      await declineInvitation(body.token, context)
      return undefined
    },
  })
}

const timeAfter = ({ clock }: WriteContext, seconds: number) =>
  new Date(clock.now().getTime() + seconds * 1_000).toISOString()

/** Returns the groups of a new invitation; default: the users group. Throws if the actor may not invite to one of them. */
async function groupsToJoin(
  context: WriteContext,
  requestedIds: readonly string[] | undefined,
): Promise<string[]> {
  const { tx } = context
  const users = requestedIds ? undefined : await usersGroupId(tx)
  const ids = [...new Set(requestedIds ?? (users ? [users] : []))]
  if (ids.length === 0) throw invalid({ field: 'group_ids', code: 'required', message: 'name a group' })
  if (requestedIds) {
    const errors = await errorsIn(
      ...requestedIds.map(
        (id, at) => () => repointed(groupReferences.reference(tx, 'group_ids', id), () => `/group_ids/${at}`),
      ),
    )
    if (errors.length > 0) throw invalid(...errors)
  }
  await assertMayInvite(context, ids)
  return ids
}

async function assertMayInvite({ tx, actor }: WriteContext, groupIds: readonly string[]): Promise<void> {
  const missing = await missingToInvite(tx, actor.userId, groupIds)
  if (missing)
    throw problem(
      'permission_denied',
      { required_permission: missing },
      `To invite to these groups, you need ${missing}, which you do not have. Ask a user who has it.`,
    )
}
