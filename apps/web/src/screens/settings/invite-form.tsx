import { ApiProblem } from '@commonhold/contract/client'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { emailError, onlyErrors } from '../../field-errors.ts'
import { problemText, statusOf } from '../../problem-text.ts'
import { useCan } from '../../records/can.ts'
import { type Sending, useSending } from '../../records/use-sending.ts'
import { refetch } from '../../refetch.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useForm } from '../../ui/use-form.ts'
import { GroupChoices } from './group-choices.tsx'
import { knownAmong } from './known-addresses.ts'
import { groupsQuery } from './queries.ts'
import { type Uninvited, UninvitedNotice } from './uninvited.tsx'
import { useMayAdd } from './use-may-add.ts'

/** The addresses in a text, without duplicates. Upper and lower case are equal. */
const addressesOf = (text: string) => {
  const written = text.split(/[\s,;]+/).filter(Boolean)
  return [...new Map(written.map((address) => [address.toLowerCase(), address])).values()]
}

function emailsField(form: HTMLFormElement | null) {
  const field = form?.elements.namedItem('emails')
  return field instanceof HTMLTextAreaElement ? field : undefined
}

const isWithoutMail = (failure: unknown) =>
  failure instanceof ApiProblem && failure.code === 'mail_not_configured'

interface Outcome {
  readonly sent: number
  readonly uninvited: readonly Uninvited[]
}

/**
 * The form that invites several people. If one address is refused, the others are still invited. People who already are
 * members, or have an unanswered invitation, get no other mail unless the user sends it again.
 */
export function InviteForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const { sending, close } = useSending(onClose)
  return (
    <Dialog title={t`Invite people`} isOpen isDrawer onClose={close}>
      <Fields sending={sending} onClose={onClose} />
    </Dialog>
  )
}

interface FieldsProps {
  readonly sending: Sending
  readonly onClose: () => void
}

function Fields({ sending, onClose }: FieldsProps) {
  const { t } = useLingui()
  const can = useCan()
  const queries = useQueryClient()
  const { is_root } = useTenant()
  const mayAdd = useMayAdd()
  const [outcome, setOutcome] = useState<Outcome>()
  const mayChoose = can('groups:read') && can('groups:write')
  // Renders the form again when the groups are loaded, so that the groups of the draft are selected.
  useQuery({ ...groupsQuery, enabled: mayChoose })
  const form = useForm({
    draft: 'invite',
    names: ['emails', 'group_ids', 'message'],
    check: ({ emails, group_ids }) =>
      onlyErrors({
        emails: addressesOf(emails).length === 0 ? t`Fill this in.` : undefined,
        group_ids: mayAdd.toUsers || group_ids !== '' ? undefined : t`Choose a group.`,
      }),
    send: ({ emails, group_ids, message }) =>
      sending(async (): Promise<Outcome> => {
        const uninvited: Uninvited[] = []
        let sent = 0
        const valid = addressesOf(emails).filter((email) => emailError(email) === undefined)
        const known = can('users:read') ? await knownAmong(valid, !is_root) : undefined
        for (const email of addressesOf(emails)) {
          const key = email.toLowerCase()
          const why = emailError(email) ?? known?.members.get(key) ?? known?.waiting.get(key)
          if (why !== undefined) {
            uninvited.push({ email, why })
            continue
          }
          const result = await api.invitations.create.safe({
            email,
            ...(group_ids && { group_ids: group_ids.split('\n') }),
            ...(message.trim() && { message: message.trim() }),
          })
          if (result.ok) sent += 1
          // The remaining addresses would be refused for the same reason.
          else if (isWithoutMail(result.error) || statusOf(result.error) === 401) throw result.error
          else uninvited.push({ email, why: problemText(result.error) })
        }
        return { sent, uninvited }
      }),
    done: ({ sent, uninvited }, _, element) => {
      void refetch(queries, { queryKey: ['invitations'] })
      if (uninvited.length === 0) {
        toast(plural(sent, { one: '# invitation was sent.', other: '# invitations were sent.' }))
        return onClose()
      }
      setOutcome({ sent, uninvited })
      const field = emailsField(element)
      if (field) field.value = uninvited.map(({ email }) => email).join('\n')
    },
  })
  /** Removes an address from the outcome, and after `resend` also from the field. A revoked address can be invited again. */
  const settle = (email: string, how: string) => {
    if (!outcome) return
    setOutcome({ ...outcome, uninvited: outcome.uninvited.filter((one) => one.email !== email) })
    const field = emailsField(form.form.current)
    if (!field) return
    if (how === 'resend')
      field.value = addressesOf(field.value)
        .filter((one) => one !== email)
        .join('\n')
    if (field.value === '') onClose()
    else field.focus()
  }
  const cancel = () => {
    if (form.pending) return
    form.forget()
    onClose()
  }
  return (
    <form
      ref={form.form}
      className="form"
      noValidate
      aria-label={t`Invite people`}
      onInput={form.input}
      onSubmit={form.submit}
    >
      <div role="alert">
        {form.failure && (
          <Notice tone="problem">
            {isWithoutMail(form.failure)
              ? t`This service cannot send mail yet. Create an account under “Members” and tell its owner the password, or ask the operator of this service to set it up.`
              : problemText(form.failure)}
          </Notice>
        )}
        {outcome && outcome.uninvited.length > 0 && <UninvitedNotice {...outcome} onSettled={settle} />}
      </div>
      <TextField
        label={t`Email addresses`}
        name="emails"
        aria-required
        rows={4}
        hint={t`One per line, or separated by commas.`}
        error={form.errors.fields.emails}
      />
      {mayChoose && (
        <GroupChoices
          hint={t`None chosen: they join the group of all users.`}
          error={form.errors.fields.group_ids}
        />
      )}
      <TextField
        label={t`Message`}
        name="message"
        rows={3}
        maxLength={1000}
        hint={t`Added to the text of the mail.`}
        error={form.errors.fields.message}
      />
      <FormFoot
        action={form.pending ? t`Sending…` : t`Send the invitations`}
        pending={form.pending}
        onCancel={cancel}
      />
    </form>
  )
}
