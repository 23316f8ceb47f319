import type { Preferences, PreferencesUpdate, Tenant } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { applyLook } from '../preferences.ts'
import { Field, SelectField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Unloaded } from '../ui/unloaded.tsx'
import { useForm } from '../ui/use-form.ts'
import { preferencesQuery, tenantsQuery } from './queries.ts'

type Choices<V extends string> = readonly (readonly [V, MessageDescriptor | string])[]

const themes: Choices<Preferences['theme']> = [
  ['system', msg`As the device`],
  ['light', msg`Light`],
  ['dark', msg`Dark`],
]
const dateFormats: Choices<Preferences['date_format']> = [
  ['yyyy_mm_dd', '2026-01-31'],
  ['dd_mm_yyyy', '31/01/2026'],
  ['mm_dd_yyyy', '01/31/2026'],
]
const timeFormats: Choices<Preferences['time_format']> = [
  ['h24', '18:30'],
  ['h12', '06:30 PM'],
]

interface PreferencesFormProps {
  readonly onNews: (news: string) => void
}

/** The user's preferences: colours, formats, language, time zone and first organisation. */
export function PreferencesForm({ onNews }: PreferencesFormProps) {
  const preferences = useQuery(preferencesQuery)
  const tenants = useQuery(tenantsQuery)
  if (!preferences.data) return <Unloaded query={preferences} />
  // The form waits for all options: a select whose options arrive later would lose its value.
  if (tenants.isPending) return <Unloaded query={tenants} />
  return (
    <LoadedForm
      key={preferences.data.version}
      preferences={preferences.data}
      tenants={tenants.data ?? []}
      onNews={onNews}
    />
  )
}

interface LoadedFormProps extends PreferencesFormProps {
  readonly preferences: Preferences
  readonly tenants: readonly Tenant[]
}

function LoadedForm({ preferences, tenants, onNews }: LoadedFormProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const form = useForm({
    draft: 'preferences',
    names: ['theme', 'locale', 'timezone', 'date_format', 'time_format', 'default_tenant_id'],
    check: () => ({}),
    send: ({ theme, locale, timezone, date_format, time_format, default_tenant_id }) =>
      // The service validates the values. The lists offer only values of the contract, so the cast is safe for them.
      api.me.preferences.update({
        theme,
        date_format,
        time_format,
        locale: locale.trim() || null,
        timezone: timezone.trim() || null,
        default_tenant_id: default_tenant_id || null,
      } as PreferencesUpdate),
    // Not `done`: a refetch that returns the new version first replaces this form.
    sent: (saved) => {
      applyLook(saved)
      queries.setQueryData(preferencesQuery.queryKey, saved)
      onNews(t`Your preferences were saved.`)
    },
  })
  const { fields } = form.errors
  const choices = [
    ['theme', t`Colours`, themes],
    ['date_format', t`Dates`, dateFormats],
    ['time_format', t`Times`, timeFormats],
  ] as const
  return (
    <Form label={t`Preferences`} state={form} action={t`Save preferences`} pendingAction={t`Saving…`}>
      {choices.map(([name, label, options]) => (
        <Choice
          key={name}
          label={label}
          name={name}
          choices={options}
          value={preferences[name]}
          error={fields[name]}
        />
      ))}
      <Field
        label={t`Language`}
        name="locale"
        hint={t`A tag such as en-GB; empty = the browser’s.`}
        defaultValue={preferences.locale ?? ''}
        autoComplete="off"
        spellCheck={false}
        error={fields.locale}
      />
      <Field
        label={t`Time zone`}
        name="timezone"
        hint={t`For example Europe/Berlin; empty = the device’s.`}
        defaultValue={preferences.timezone ?? ''}
        autoComplete="off"
        spellCheck={false}
        error={fields.timezone}
      />
      <Choice
        label={t`Begin in`}
        name="default_tenant_id"
        choices={[['', msg`The one chosen last`], ...tenants.map(({ id, name }) => [id, name] as const)]}
        value={preferences.default_tenant_id ?? ''}
        error={fields.default_tenant_id}
      />
    </Form>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly name: string
  readonly choices: Choices<string>
  readonly value: string
  readonly error: string | undefined
}

function Choice({ label, name, choices, value, error }: ChoiceProps) {
  const { t } = useLingui()
  return (
    <SelectField label={label} name={name} defaultValue={value} error={error}>
      {choices.map(([choice, text]) => (
        <option key={choice} value={choice}>
          {typeof text === 'string' ? text : t(text)}
        </option>
      ))}
    </SelectField>
  )
}
