import type { Me } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { meQuery } from '../../account/me-query.ts'
import { api } from '../../api.ts'
import { onlyErrors } from '../../field-errors.ts'
import { problemText } from '../../problem-text.ts'
import { Section } from '../../records/section.tsx'
import { refetch } from '../../refetch.ts'
import { Field, PasswordField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Status } from '../../ui/marks.tsx'
import { toast, toastProblem } from '../../ui/toasts.tsx'
import { useForm } from '../../ui/use-form.ts'

/** The email address that the user signs in with, whether it is confirmed, and a form to change it. */
export function EmailSection({ me }: { readonly me: Me }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { email, pending_email, email_verified_at } = me
  const resend = useMutation({
    mutationFn: () => api.me.resendVerification(),
    onSuccess: () => toast(t`The mail was sent again.`),
    onError: (error) => toastProblem(problemText(error)),
  })
  const keep = useMutation({
    mutationFn: () => api.users.update({ user_id: me.id }, { email }),
    onSuccess: () => toast(t`The change was cancelled. ${email} stays in use.`),
    onError: (error) => toastProblem(problemText(error)),
    onSettled: () => refetch(queries, { queryKey: meQuery.queryKey }),
  })
  const form = useForm({
    names: ['email', 'current_password'],
    check: (values) =>
      onlyErrors({
        email: values.email.trim() === '' ? t`Enter an email address.` : undefined,
        current_password: values.current_password === '' ? t`Fill this in.` : undefined,
      }),
    send: (values) =>
      api.users.update(
        { user_id: me.id },
        { email: values.email.trim(), current_password: values.current_password },
      ),
    done: (user, _, element) => {
      element.reset()
      void refetch(queries, { queryKey: meQuery.queryKey })
      if (user.pending_email === null) toast(t`Your address was changed.`)
    },
  })
  const { fields } = form.errors
  const isOpen = pending_email !== null || email_verified_at === null
  return (
    <Section title={t`Email address`}>
      <div>
        <strong>{email}</strong>{' '}
        {email_verified_at ? (
          <Status tone="good">{t`Confirmed`}</Status>
        ) : (
          <Status tone="waiting">{t`Not confirmed yet`}</Status>
        )}
      </div>
      {pending_email && (
        <p>
          <Trans>
            Open the link in the mail to {pending_email} to confirm it. Until then {email} stays in use.
          </Trans>
        </p>
      )}
      {isOpen && (
        <div>
          <button
            type="button"
            className="button outlined small"
            aria-disabled={resend.isPending}
            onClick={() => resend.isPending || resend.mutate()}
          >
            <Trans>Send the mail again</Trans>
          </button>{' '}
          {pending_email && (
            <button
              type="button"
              className="button outlined small"
              aria-disabled={keep.isPending}
              onClick={() => keep.isPending || keep.mutate()}
            >
              <Trans>Cancel the change</Trans>
            </button>
          )}
        </div>
      )}
      <Form
        label={t`Change the address`}
        state={form}
        action={t`Change the address`}
        pendingAction={t`Saving…`}
      >
        <Field
          label={t`New email address`}
          name="email"
          aria-required
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          error={fields.email}
        />
        <PasswordField
          label={t`Current password`}
          context={t`Email address`}
          name="current_password"
          autoComplete="current-password"
          error={fields.current_password}
        />
      </Form>
    </Section>
  )
}
