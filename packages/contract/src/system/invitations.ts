import { z } from 'zod'
import { collection } from '../kernel/collection.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { recordReference } from '../kernel/external-ids.ts'
import { byLowerKey, byTime } from '../kernel/filters.ts'
import { moveMembers } from '../kernel/lifecycle.ts'
import { ownedMembers, ownedOnCreate } from '../kernel/record.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { id, instant, name, nullable, queryAnyOf, text, timestamp } from '../kernel/schema.ts'
import { currentPassword, linkToken, Tokens } from './auth.ts'
import { email } from './user-records.ts'

const HOUR = 3_600
const DAY = 24 * HOUR

/** The statuses of an invitation. */
export const invitationStatuses = ['pending', 'accepted', 'declined', 'revoked', 'expired'] as const

const invitationStatus = z.enum(invitationStatuses).meta({
  id: 'InvitationStatus',
  description: 'Status of the invitation. Only a `pending` invitation can be accepted.',
})

const message = nullable(text(1_000)).meta({
  description: 'Text to add to the mail.',
  examples: ['Welcome to the team.'],
})

const invitation = z
  .object({
    ...ownedMembers,
    email: z.string().meta({
      description: 'The address that was invited, in lower case.',
      examples: ['kim@example.org'],
    }),
    group_ids: z.array(id()).meta({ description: 'Ids of the groups that the user joins by accepting.' }),
    message,
    status: invitationStatus,
    expires_at: timestamp().meta({ description: 'When the invitation expires.' }),
    ended_at: nullable(timestamp()).meta({
      description: 'When the invitation was accepted, declined or revoked; null = not yet.',
    }),
    user_id: nullable(id()).meta({ description: 'Id of the user who accepted.' }),
  })
  .meta({
    id: 'Invitation',
    description: 'An invitation to join groups of the tenant. Only the mail contains the link.',
  })
const invitationCreate = z
  .strictObject({
    email: email(),
    group_ids: z.array(recordReference('groups', 'a group')).min(1).max(20).meta({
      description:
        'Ids of the groups to join. Default: the users group of the tenant. Any other group needs `groups:write`, and every permission that the group grants.',
    }),
    message,
    expires_in: z
      .int()
      .min(HOUR)
      .max(30 * DAY)
      .meta({
        description: 'Seconds until the invitation expires. Default: one week.',
        examples: [7 * DAY],
      }),
    ...ownedOnCreate,
  })
  .partial({ group_ids: true, message: true, expires_in: true })
  .meta({ id: 'InvitationCreate', description: 'A new invitation, which is sent by mail.' })
const resending = z
  .strictObject({ reason: moveMembers.reason })
  .meta({ id: 'InvitationResending', description: 'Why an invitation is sent again; optional.' })
const acceptance = z
  .strictObject({
    token: linkToken(),
    password: currentPassword().optional(),
    display_name: name()
      .optional()
      .meta({ description: 'Display name of a new account.', examples: ['Kim Okafor'] }),
  })
  .meta({
    id: 'InvitationAcceptance',
    description:
      'Accepts an invitation. `password` is the password of the existing account of the address, or of the new account. `display_name` is used for a new account only.',
  })
const link = z
  .strictObject({ token: linkToken() })
  .meta({ id: 'InvitationLink', description: 'The link of an invitation.' })
const preview = z
  .object({
    email: z.string().meta({
      description: 'The address that was invited.',
      examples: ['kim@example.org'],
    }),
    tenant_name: z.string().meta({ description: 'Name of the tenant.', examples: ['Lakeside District'] }),
    invited_by: nullable(z.string()).meta({
      description: 'Name of the user who sent the invitation.',
      examples: ['Ada Lovelace'],
    }),
    message,
    expires_at: timestamp().meta({ description: 'When the invitation expires.' }),
    has_account: z.boolean().meta({
      description:
        'True if the address has an account: accepting the invitation then needs the password of that account.',
    }),
  })
  .meta({ id: 'InvitationPreview', description: 'The invitation that a link belongs to.' })

export interface Invitation extends z.infer<typeof invitation> {}
export interface InvitationCreate extends z.infer<typeof invitationCreate> {}
export interface InvitationResending extends z.infer<typeof resending> {}
export interface InvitationAcceptance extends z.infer<typeof acceptance> {}
export interface InvitationLink extends z.infer<typeof link> {}
export interface InvitationPreview extends z.infer<typeof preview> {}
/** An invitation to join groups of the tenant. */
export const Invitation: z.core.$ZodType<Invitation, Invitation> = invitation
/** A new invitation, which is sent by mail. */
export const InvitationCreate: z.core.$ZodType<InvitationCreate, InvitationCreate> = invitationCreate
/** Why an invitation is sent again. */
export const InvitationResending: z.core.$ZodType<InvitationResending, InvitationResending> = resending
/** Accepts an invitation. */
export const InvitationAcceptance: z.core.$ZodType<InvitationAcceptance, InvitationAcceptance> = acceptance
/** The link of an invitation. */
export const InvitationLink: z.core.$ZodType<InvitationLink, InvitationLink> = link
/** The invitation that a link belongs to. */
export const InvitationPreview: z.core.$ZodType<InvitationPreview, InvitationPreview> = preview

const invitationCollection = collection({
  hasExternalIds: true,
  filters: {
    email: byLowerKey(),
    expires_at: byTime(instant()),
    ended_at: byTime(instant(), { nullable: true }),
    created_at: byTime(instant()),
    updated_at: byTime(instant()),
  },
  sort: ['email', 'expires_at', 'ended_at', 'created_at', 'updated_at'],
  search: true,
  parameters: {
    status: queryAnyOf(invitationStatus).meta({
      description:
        'Only invitations with this `status`; repeat it, or separate values by commas, for any of several.',
    }),
  },
})

const tag = 'Invitations'

export const invitations = {
  list: endpoint({
    operationId: 'listInvitations',
    method: 'get',
    path: '/invitations',
    tag,
    summary: 'List invitations',
    permission: 'users:read',
    query: invitationCollection.query,
    collection: invitationCollection,
    success: { status: 200, body: z.array(Invitation) },
  }),
  create: endpoint({
    operationId: 'createInvitation',
    method: 'post',
    path: '/invitations',
    tag,
    summary: 'Invite somebody by mail',
    description:
      'Sends a mail with a link. The response is the same whether or not the address has an account. The caller must hold every permission of the groups, now and when the invitation is accepted. Mails are limited (429): 300 an hour for the tenant and for the caller; five a day to one address, and 20 a day to it from all tenants together.',
    permission: 'users:write',
    body: InvitationCreate,
    success: { status: 201, body: Invitation },
    errors: ['already_exists', 'mail_not_configured'],
  }),
  get: endpoint({
    operationId: 'getInvitation',
    method: 'get',
    path: '/invitations/{invitation_id}',
    tag,
    summary: 'Read an invitation',
    permission: 'users:read',
    success: { status: 200, body: Invitation },
  }),
  revoke: endpoint({
    operationId: 'deleteInvitation',
    method: 'delete',
    path: '/invitations/{invitation_id}',
    tag,
    summary: 'Revoke an invitation',
    description:
      'Its links stop working. The invitation can still be read, with the status `revoked`. Nothing changes if it was already accepted, declined or revoked.',
    permission: 'users:write',
    success: { status: 204 },
  }),
  resend: endpoint({
    operationId: 'resendInvitation',
    method: 'post',
    path: '/invitations/{invitation_id}/resend',
    tag,
    summary: 'Send an invitation again',
    description:
      'The invitation is valid for its original duration again, even if it had expired. Answers 409 if it was accepted, declined or revoked.',
    permission: 'users:write',
    body: InvitationResending,
    bodyOptional: true,
    changesRecord: true,
    sets: ['status', 'expires_at'],
    success: { status: 200, body: Invitation },
    errors: ['invalid_transition', 'mail_not_configured'],
  }),
  preview: endpoint({
    operationId: 'previewInvitation',
    method: 'post',
    path: '/invitations/preview',
    tag,
    summary: 'Read the invitation that a link belongs to',
    description: 'For the page that the link opens. Nothing changes.',
    permission: 'public',
    body: InvitationLink,
    success: { status: 200, body: InvitationPreview },
    errors: ['link_not_valid'],
    credentials: true,
  }),
  accept: endpoint({
    operationId: 'acceptInvitation',
    method: 'post',
    path: '/invitations/accept',
    tag,
    summary: 'Accept an invitation',
    description:
      'Starts a session of the account of the address, which is created if there is none, and adds the account to the groups. The link works once. Also answers `link_not_valid` if the user who sent the invitation may no longer do so. If the installation does not create accounts (`sign_up` is `off`), only existing accounts can accept.',
    permission: 'public',
    body: InvitationAcceptance,
    success: { status: 200, body: Tokens },
    errors: ['already_exists', 'invalid_credentials', 'link_not_valid', 'sign_up_closed'],
    credentials: true,
  }),
  decline: endpoint({
    operationId: 'declineInvitation',
    method: 'post',
    path: '/invitations/decline',
    tag,
    summary: 'Decline an invitation',
    permission: 'public',
    body: InvitationLink,
    success: { status: 204 },
    errors: ['link_not_valid'],
    credentials: true,
  }),
}

/** Lists the changes of an invitation. */
export const invitationsHistory: HistoryOf<typeof invitations.get> = history(invitations.get)
