import type { NotificationPreferences } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { refetch } from '../../refetch.ts'
import { SelectField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { useForm } from '../../ui/use-form.ts'

const preferencesOfMail = queryOptions({
  queryKey: ['me', 'notification-preferences'],
  queryFn: ({ signal }) => api.me.notificationPreferences.get({ signal }),
})

/** The form for which notifications the user gets by mail, and when. */
export function NotificationForm() {
  const query = useQuery(preferencesOfMail)
  return query.data ? (
    <Loaded key={query.data.version} preferences={query.data} />
  ) : (
    <Unloaded query={query} />
  )
}

const times = ['at_once', 'daily', 'never'] as const
const timeIn = (text: string) => times.find((time) => time === text) ?? 'never'

function Loaded({ preferences }: { readonly preferences: NotificationPreferences }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const form = useForm({
    draft: 'notifications',
    names: ['assigned', 'approval_requested', 'mentioned', 'due', 'watched'],
    check: () => ({}),
    send: ({ assigned, approval_requested, mentioned, due, watched }) =>
      api.me.notificationPreferences.update({
        assigned: timeIn(assigned),
        approval_requested: timeIn(approval_requested),
        mentioned: timeIn(mentioned),
        due: timeIn(due),
        watched: timeIn(watched),
      }),
    // Not `done`: a refetch that returns the new version first replaces this form.
    sent: () => {
      void refetch(queries, preferencesOfMail)
      toast(t`Your choice was saved.`)
    },
  })
  const kinds = [
    ['assigned', t`When an issue is assigned to you`],
    ['approval_requested', t`When your approval is asked for`],
    ['mentioned', t`When somebody mentions you in a comment`],
    ['due', t`When an issue assigned to you is due, or an asset that you have`],
    ['watched', t`When an issue that you watch changes`],
  ] as const
  return (
    <Form label={t`Notifications by mail`} state={form} action={t`Save`} pendingAction={t`Saving…`}>
      {kinds.map(([name, label]) => (
        <SelectField key={name} label={label} name={name} defaultValue={preferences[name]}>
          <option value="at_once">{t`At once`}</option>
          <option value="daily">{t`Each morning`}</option>
          <option value="never">{t`Never`}</option>
        </SelectField>
      ))}
    </Form>
  )
}
