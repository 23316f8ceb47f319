import type { Me } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { meQuery } from '../../account/me-query.ts'
import { api } from '../../api.ts'
import { refetch } from '../../refetch.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useForm } from '../../ui/use-form.ts'

const orNull = (text: string) => text.trim() || null

/** The form for the user's own names, which other users see. */
export function ProfileForm({ me }: { readonly me: Me }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const form = useForm({
    draft: 'profile',
    names: ['display_name', 'first_name', 'last_name'],
    check: () => ({}),
    send: ({ display_name, first_name, last_name }) =>
      api.users.update(
        { user_id: me.id },
        {
          display_name: orNull(display_name),
          first_name: orNull(first_name),
          last_name: orNull(last_name),
        },
      ),
    done: () => {
      void refetch(queries, { queryKey: meQuery.queryKey })
      toast(t`Your profile was saved.`)
    },
  })
  const { fields } = form.errors
  return (
    <Form label={t`Profile`} state={form} action={t`Save`} pendingAction={t`Saving…`}>
      <Field
        label={t`Name to show`}
        name="display_name"
        autoComplete="name"
        maxLength={255}
        defaultValue={me.display_name ?? ''}
        error={fields.display_name}
      />
      <Field
        label={t`First name`}
        name="first_name"
        autoComplete="given-name"
        maxLength={255}
        defaultValue={me.first_name ?? ''}
        error={fields.first_name}
      />
      <Field
        label={t`Last name`}
        name="last_name"
        autoComplete="family-name"
        maxLength={255}
        defaultValue={me.last_name ?? ''}
        error={fields.last_name}
      />
    </Form>
  )
}
