import type { Me } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { meQuery } from '../../account/me-query.ts'
import { api } from '../../api.ts'
import { onlyErrors } from '../../field-errors.ts'
import { newPasswordError, passwordHint } from '../../password-error.ts'
import { refetch } from '../../refetch.ts'
import { PasswordField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useForm } from '../../ui/use-form.ts'

/** Sets a new password, which ends all other sessions. */
export function PasswordForm({ me }: { readonly me: Me }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const form = useForm({
    names: ['current_password', 'password'],
    check: ({ current_password, password }) =>
      onlyErrors({
        current_password: current_password === '' ? t`Fill this in.` : undefined,
        password: newPasswordError(password),
      }),
    send: ({ current_password, password }) =>
      api.users.update({ user_id: me.id }, { current_password, password }),
    done: (_, __, element) => {
      element.reset()
      // Reloads the user with the sessions: a new password also cancels a pending change of the email address.
      void refetch(queries, { queryKey: meQuery.queryKey })
      toast(t`Your password was changed. All other sessions have ended.`)
    },
  })
  const { fields } = form.errors
  return (
    <Form
      label={t`Change the password`}
      state={form}
      action={t`Change the password`}
      pendingAction={t`Saving…`}
    >
      <PasswordField
        label={t`Current password`}
        context={t`Password`}
        name="current_password"
        autoComplete="current-password"
        error={fields.current_password}
      />
      <PasswordField
        label={t`New password`}
        name="password"
        autoComplete="new-password"
        hint={passwordHint()}
        error={fields.password}
      />
    </Form>
  )
}
