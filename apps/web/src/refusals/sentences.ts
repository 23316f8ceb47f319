import type { ProblemCode, VoteObstacle } from '@commonhold/contract'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { memberOfPage } from '../member-names/speak.ts'
import { limited, records } from './records.ts'

/** The members of a problem. */
export type Facts = Readonly<Record<string, unknown>>

/** Returns what happened, and what the user can do on the page. */
export type Sentence = (facts: Facts) => string

/** Messages by the code of a problem. The pages before the sign-in need some as well; those are in `problem-text.ts`. */
export const sentences: { readonly [C in ProblemCode]?: Sentence } = {
  sign_up_closed: () => t`Sign-up is closed. Ask an administrator of your organisation for an account.`,
  link_not_valid: () =>
    t`This link was already used, has expired, or was replaced by a later mail. Ask for a new mail.`,
  mail_not_configured: () =>
    t`This service cannot send mail yet. Ask the operator of this service to set it up.`,
  already_exists: ({ field }) => {
    if (typeof field !== 'string') return t`Another record already has this value. Choose another one.`
    const member = field.split('.').at(-1) ?? field
    // Only an enrollment is unique by its person.
    if (member === 'person_id')
      return t`Already enrolled at this school in this year. Choose another calendar, or change that enrollment.`
    const name = memberOfPage(member)
    return t`Another record already has this value (${name}). Choose another one.`
  },
  permission_denied: ({ required_permission, reasons }) => {
    if (Array.isArray(reasons)) return denied(reasons)
    if (required_permission === '*') return t`Only owners may do this. Ask one of them.`
    return typeof required_permission === 'string'
      ? t`You lack a permission for this (${required_permission}). Ask an owner of your organisation.`
      : t`You lack a permission for this. Ask an owner of your organisation.`
  },
  tenant_access_denied: () =>
    t`You do not belong to this organisation any more. Choose another one, or ask its owners to invite you.`,
  read_only_shared_record: () =>
    t`This is shared by all organisations and cannot be changed here. Create one of your own instead.`,
  not_found: () =>
    t`This does not exist any more, or you may not see it. Go back to the list and look again.`,
  no_current_identity: () => t`The person has no current name. Choose one of the names, or add one.`,
  no_tenant_selected: () => t`Choose an organisation first.`,
  no_project_selected: () => t`Choose a project first.`,
  request_timeout: () =>
    t`This took too long to send. Try again, with less at once or over a faster connection.`,
  content_too_large: ({ limit }) => {
    if (typeof limit !== 'number') return t`This is too much at once. Send less.`
    const size = i18n.number(limit / 1024, { maximumFractionDigits: 0 })
    return t`This is too large: the limit is ${size} KiB. Send less.`
  },
  precondition_failed: () =>
    t`Somebody changed this in the meantime. Reload the page, look at the change and make yours again.`,
  invalid_transition: () =>
    t`This is not possible in the current state. Reload the page to see what is possible.`,
  dependent_item_exists: ({ dependents }) => {
    const uses = countsOf(dependents)
    return uses === ''
      ? t`Something else still uses this. Remove that first, or archive this instead.`
      : t`This is still in use (${uses}). Remove those first, or archive this instead.`
  },
  quota_exceeded: ({ quota, limit }) => {
    const kind = limited[String(quota)]
    if (!kind || typeof limit !== 'number')
      return t`Your organisation has reached its limit. Delete what you do not need, or ask the operator of this service for a higher limit.`
    const most = i18n.number(limit)
    const what = i18n._(kind)
    return t`Your organisation has reached its limit (${what}: ${most}). Delete what you do not need, or ask the operator of this service for a higher limit.`
  },
  asset_not_active: ({ current_state }) =>
    current_state === 'disposed'
      ? t`The asset was disposed of, which is final. Choose another one.`
      : t`The asset is not active. Restore it on its page first.`,
  asset_already_assigned: () =>
    t`The asset is assigned to somebody at that time. Take it back first, or choose other days.`,
  wrong_holder: () =>
    t`Another person has this asset. Open its page to see who, and take it back from that person.`,
  insufficient_quantity: ({ available_quantity: pieces }) => {
    if (typeof pieces !== 'number')
      return t`There are not enough pieces. Take fewer, or have some returned first.`
    return plural(pieces, {
      0: 'No piece is free for this. Have some returned first, or choose another location.',
      one: 'Only # piece is free for this. Take that one, or have some returned first.',
      other: 'Only # pieces are free for this. Take at most that many, or have some returned first.',
    })
  },
  record_archived: () =>
    t`This is archived, or belongs to an archived record, such as a project or an organisation. Restore that first.`,
  cycle_detected: () => t`This would create a cycle. Choose another one.`,
  employment_not_active: () =>
    t`The employment is not active. Hire the person or reactivate the employment first.`,
  current_school_year: () => t`This is the current school year. Make another one the current one first.`,
  transition_not_available: () =>
    t`This move is not possible in the current status. Reload the page to see the possible moves.`,
  issue_blocked: ({ blockers, children, hidden_blockers, hidden_children }) => {
    const keys = [...keysOf(blockers), ...keysOf(children)]
    const hidden = Number(hidden_blockers ?? 0) + Number(hidden_children ?? 0)
    const list = keys.join(', ')
    if (keys.length === 0)
      return t`Other issues have to be closed first. You may not see some of them: ask an owner of your organisation.`
    return hidden === 0
      ? t`Other issues have to be closed first: ${list}. Close them, or remove the links to them.`
      : t`Other issues have to be closed first: ${list}, and some that you may not see. Close them, or remove the links to them.`
  },
  approval_required: ({ approval_status }) => {
    if (approval_status === 'requested')
      return t`The approvers have not decided yet. They vote on the page of the issue.`
    return approval_status === 'rejected'
      ? t`The approval was rejected. Move the issue back, then ask for the approval again.`
      : t`This needs an approval. Name approvers and ask them for it first.`
  },
  last_owner: () => t`The organisation needs an owner who can sign in. Make somebody else an owner first.`,
  built_in_record: () => t`This is built in and cannot be changed. Create one of your own instead.`,
  idempotency_in_progress: () => t`This request is already in progress. Wait a moment, then reload the page.`,
  identity_deactivated: () => t`This name is deactivated. Activate it first, or choose another one.`,
}

const voteObstacles: Readonly<Record<VoteObstacle, MessageDescriptor>> = {
  is_creator: msg`you created this`,
  is_reporter: msg`you are or were its reporter`,
  is_requester: msg`you are or were its requester`,
  is_assignee: msg`it is or was assigned to you`,
}

/** The message why the user may not move an issue, or vote on it. */
function denied(reasons: readonly unknown[]): string {
  const why = Object.entries(voteObstacles)
    .flatMap(([name, text]) => (reasons.includes(name) ? [i18n._(text)] : []))
    .join(', ')
  if (why !== '') return t`You cannot vote: ${why}. Another approver has to decide.`
  if (reasons.includes('not_an_approver'))
    return t`Only the approvers of the issue can decide on this. Ask one of them.`
  return t`You are not allowed to make this move. An owner of your organisation can change that.`
}

/** Lists the kinds of records that use another one, with their numbers if they are known. */
function countsOf(dependents: unknown): string {
  if (typeof dependents !== 'object' || dependents === null) return ''
  const counts = Object.entries(dependents).flatMap(([name, count]: [string, unknown]) => {
    const kind = records[name]
    if (!kind) return []
    const words = i18n._(kind)
    return [typeof count === 'number' ? `${words}: ${i18n.number(count)}` : words]
  })
  return counts.join(', ')
}

const keysOf = (issues: unknown): string[] =>
  Array.isArray(issues) ? issues.flatMap(({ key }) => (typeof key === 'string' ? [key] : [])) : []
