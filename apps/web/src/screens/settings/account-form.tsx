import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { emailError, onlyErrors } from '../../field-errors.ts'
import { newPasswordError, passwordHint } from '../../password-error.ts'
import { problemText, statusOf } from '../../problem-text.ts'
import { useSending } from '../../records/use-sending.ts'
import { refetch } from '../../refetch.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EmailField, Field, PasswordField } from '../../ui/field.tsx'
import { FormSummary } from '../../ui/form.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast, toastProblem } from '../../ui/toasts.tsx'
import { useForm } from '../../ui/use-form.ts'

/** The form that creates an account for a person who cannot be invited by mail. */
export function AccountForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const { sending, close } = useSending(onClose)
  const form = useForm({
    names: ['email', 'display_name', 'password'],
    check: ({ email, password }) =>
      onlyErrors({ email: emailError(email.trim()), password: newPasswordError(password) }),
    send: ({ email, display_name, password }) =>
      sending(async () => {
        const user = await api.users.create({ email: email.trim(), password })
        const name = display_name.trim()
        // The account already exists. If its name is refused, the user of the account can set it later.
        const named = name && (await api.users.update.safe({ user_id: user.id }, { display_name: name }))
        if (named && !named.ok) toastProblem(problemText(named.error))
        return name || user.email
      }),
    done: (name) => {
      void refetch(queries, { queryKey: ['users'] })
      toast(t`${name} can sign in with the password that you chose.`)
      onClose()
    },
  })
  const { fields } = form.errors
  const isTaken = statusOf(form.failure) === 409
  return (
    <Dialog title={t`Create an account`} isOpen isDrawer onClose={close}>
      <form
        ref={form.form}
        className="form"
        noValidate
        aria-label={t`Create an account`}
        onSubmit={form.submit}
      >
        <div role="alert">
          {isTaken ? (
            <Notice tone="problem">
              <Trans>An account with this address already exists. Invite its owner instead.</Trans>
            </Notice>
          ) : (
            <FormSummary state={form} />
          )}
        </div>
        <p className="hint">
          <Trans>
            For people who get no mail. Tell them the address and the password; they can change both under
            “Your account”.
          </Trans>
        </p>
        <EmailField autoComplete="off" error={fields.email} />
        <Field
          label={t`Name to show`}
          name="display_name"
          autoComplete="off"
          maxLength={255}
          error={fields.display_name}
        />
        <PasswordField
          label={t`Password`}
          name="password"
          autoComplete="new-password"
          hint={passwordHint()}
          error={fields.password}
        />
        <FormFoot
          action={form.pending ? t`Creating…` : t`Create the account`}
          pending={form.pending}
          onCancel={close}
        />
      </form>
    </Dialog>
  )
}
