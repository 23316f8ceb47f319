import { ApiProblem } from '@commonhold/contract/client'
import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { askAnew } from '../../ask-anew.ts'
import { emailFault, type FieldErrors } from '../../field-errors.ts'
import { problemText } from '../../problem-text.ts'
import { useCan } from '../../records/can.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useForm } from '../../ui/use-form.ts'
import { GroupChoices } from './group-choices.tsx'

const addressesOf = (text: string) => [...new Set(text.split(/[\s,;]+/).filter(Boolean))]

const isWithoutMail = (failure: unknown) =>
  failure instanceof ApiProblem && failure.code === 'mail_not_configured'

interface Refusal {
  readonly email: string
  readonly why: string
}

/** Invites several people at once. What one address is refused for does not hold up the others. */
export function InviteForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const can = useCan()
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<{ readonly sent: number; readonly refused: readonly Refusal[] }>()
  const form = useForm({
    names: ['emails', 'group_ids', 'message'],
    check: ({ emails }): FieldErrors =>
      addressesOf(emails).length === 0 ? { emails: t`Fill this in.` } : {},
    send: async ({ emails, group_ids, message }) => {
      const refused: Refusal[] = []
      let sent = 0
      for (const email of addressesOf(emails)) {
        const fault = emailFault(email)
        if (fault !== undefined) {
          refused.push({ email, why: fault })
          continue
        }
        const result = await api.invitations.create.safe({
          email,
          ...(group_ids && { group_ids: group_ids.split('\n') }),
          ...(message.trim() && { message: message.trim() }),
        })
        if (result.ok) sent += 1
        // The others would be refused alike.
        else if (isWithoutMail(result.error)) throw result.error
        else refused.push({ email, why: problemText(result.error) })
      }
      return { sent, refused }
    },
    done: ({ sent, refused }, _, element) => {
      void askAnew(queries, { queryKey: ['invitations'] })
      if (refused.length === 0) {
        toast(plural(sent, { one: '# invitation was sent.', other: '# invitations were sent.' }))
        return onClose()
      }
      setOutcome({ sent, refused })
      const field = element.elements.namedItem('emails')
      if (field instanceof HTMLTextAreaElement) field.value = refused.map(({ email }) => email).join('\n')
    },
  })
  return (
    <Dialog title={t`Invite people`} isOpen isDrawer onClose={onClose}>
      <form
        ref={form.form}
        className="form record-form"
        noValidate
        aria-label={t`Invite people`}
        onSubmit={form.submit}
      >
        <div role="alert">
          {form.failure && (
            <Notice tone="problem">
              {isWithoutMail(form.failure)
                ? t`This installation sends no mails. Create an account under “Members” and tell its owner the password, or ask whoever runs the installation to set up mail.`
                : problemText(form.failure)}
            </Notice>
          )}
          {outcome && (
            <Notice tone="problem">
              <Plural value={outcome.sent} one="# invitation was sent." other="# invitations were sent." />{' '}
              <Trans>These were not invited:</Trans>
              <ul>
                {outcome.refused.map(({ email, why }) => (
                  <li key={email}>
                    {email}: {why}
                  </li>
                ))}
              </ul>
            </Notice>
          )}
        </div>
        <TextField
          label={t`E-mail addresses`}
          name="emails"
          rows={4}
          hint={t`One in each line, or separated by commas.`}
          error={form.faults.fields.emails}
        />
        {can('groups:read') && can('groups:write') && (
          <GroupChoices hint={t`They join the group of all users unless you choose others.`} />
        )}
        <TextField
          label={t`Message`}
          name="message"
          rows={3}
          maxLength={1000}
          hint={t`Stands in the mail beside our own text.`}
          error={form.faults.fields.message}
        />
        <FormFoot
          action={form.pending ? t`Sending…` : t`Send the invitations`}
          pending={form.pending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
