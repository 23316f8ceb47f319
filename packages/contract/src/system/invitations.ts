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

/** Where an invitation can stand. */
export const invitationStatuses = ['pending', 'accepted', 'declined', 'revoked', 'expired'] as const

const invitationStatus = z.enum(invitationStatuses).meta({
  id: 'InvitationStatus',
  description: 'Status of the invitation. Only a pending one can be accepted.',
})

const message = nullable(text(1_000)).meta({
  description: 'What the mail says beside our own text.',
  examples: ['Welcome to the team.'],
})

const invitation = z
  .object({
    ...ownedMembers,
    email: z.string().meta({
      description: 'The address that was invited, in lower case.',
      examples: ['kim@example.org'],
    }),
    group_ids: z.array(id()).meta({ description: 'Ids of the groups that are joined by accepting.' }),
    message,
    status: invitationStatus,
    expires_at: timestamp().meta({ description: 'When the invitation ends unless it is accepted.' }),
    ended_at: nullable(timestamp()).meta({
      description: 'When it was accepted, declined or revoked; null = not yet.',
    }),
    user_id: nullable(id()).meta({ description: 'Id of the user who accepted.' }),
  })
  .meta({
    id: 'Invitation',
    description: 'Asks somebody to join groups of the tenant. The link to do so is in the mail alone.',
  })
const invitationCreate = z
  .strictObject({
    email: email(),
    group_ids: z.array(recordReference('groups', 'a group')).min(1).max(20).meta({
      description:
        'Ids of the groups to join; unless given, the users group of the tenant. Any other needs `groups:write`, and every permission that it grants.',
    }),
    message,
    expires_in: z
      .int()
      .min(HOUR)
      .max(30 * DAY)
      .meta({
        description: 'Seconds until the invitation ends; a week unless given.',
        examples: [7 * DAY],
      }),
    ...ownedOnCreate,
  })
  .partial({ group_ids: true, message: true, expires_in: true })
  .meta({ id: 'InvitationCreate', description: 'An invitation to be sent by mail.' })
const resending = z
  .strictObject({ reason: moveMembers.reason })
  .meta({ id: 'InvitationResending', description: 'Why an invitation is sent again; optional.' })
const acceptance = z
  .strictObject({
    token: linkToken(),
    password: currentPassword().optional(),
    display_name: name()
      .optional()
      .meta({ description: 'Name to show of a new account.', examples: ['Kim Okafor'] }),
  })
  .meta({
    id: 'InvitationAcceptance',
    description:
      'Accepts an invitation. `password` is that of the account which the address has, else that of the new account; `display_name` is the name of a new account, and does nothing to one that there is.',
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
      description: 'Name of the user who invited.',
      examples: ['Ada Lovelace'],
    }),
    message,
    expires_at: timestamp().meta({ description: 'When the invitation ends.' }),
    has_account: z.boolean().meta({
      description:
        'True if the address has an account: accepting the invitation then needs the password of that account.',
    }),
  })
  .meta({ id: 'InvitationPreview', description: 'What the link of an invitation is for.' })

export interface Invitation extends z.infer<typeof invitation> {}
export interface InvitationCreate extends z.infer<typeof invitationCreate> {}
export interface InvitationResending extends z.infer<typeof resending> {}
export interface InvitationAcceptance extends z.infer<typeof acceptance> {}
export interface InvitationLink extends z.infer<typeof link> {}
export interface InvitationPreview extends z.infer<typeof preview> {}
/** Asks somebody to join groups of the tenant. */
export const Invitation: z.core.$ZodType<Invitation, Invitation> = invitation
/** An invitation to be sent by mail. */
export const InvitationCreate: z.core.$ZodType<InvitationCreate, InvitationCreate> = invitationCreate
/** Why an invitation is sent again. */
export const InvitationResending: z.core.$ZodType<InvitationResending, InvitationResending> = resending
/** Accepts an invitation. */
export const InvitationAcceptance: z.core.$ZodType<InvitationAcceptance, InvitationAcceptance> = acceptance
/** The link of an invitation. */
export const InvitationLink: z.core.$ZodType<InvitationLink, InvitationLink> = link
/** What the link of an invitation is for. */
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
      description: 'Only with this `status`; repeat it, or separate values by commas, for any of several.',
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
      'Sends a mail with a link. The response is the same whether or not the address has an account. The caller must hold every permission of the groups, now and when the invitation is accepted. Mails are limited: 300 an hour for the tenant and for the caller, five a day to one address, 20 from all tenants (429).',
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
      'Its links do not work any more. The invitation can still be read, as `revoked`. Nothing changes where it was accepted, declined or revoked before.',
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
      'The invitation is valid for its original duration again, even where it has expired. 409 where it was accepted, declined or revoked.',
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
    summary: 'Read what the link of an invitation is for',
    description: 'Serves the page that the link leads to. Nothing changes.',
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
      'Starts a session of the account that the address has, else of a new one, and adds it to the groups. The link works once. Refused as `link_not_valid` also where whoever invited may not do so any more. Where the installation makes no accounts (`sign_up` is `off`), only existing ones can accept.',
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

/** Lists what happened to one of them. */
export const invitationsHistory: HistoryOf<typeof invitations.get> = history(invitations.get)
