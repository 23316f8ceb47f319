import type { Preferences, PreferencesUpdate, Tenant } from '@commonhold/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { applyLook } from '../preferences.ts'
import { Field, SelectField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Unloaded } from '../ui/unloaded.tsx'
import { useForm } from '../ui/use-form.ts'
import { preferencesQuery, tenantsQuery } from './queries.ts'

type Choices<V extends string> = readonly (readonly [V, string])[]

const themes: Choices<Preferences['theme']> = [
  ['system', 'As the device'],
  ['light', 'Light'],
  ['dark', 'Dark'],
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

/** How one likes the page to be. */
export function PreferencesForm({ onNews }: PreferencesFormProps) {
  const preferences = useQuery(preferencesQuery)
  const tenants = useQuery(tenantsQuery)
  if (!preferences.data) return <Unloaded query={preferences} />
  // All choices are there when the form is first drawn, so that none that was made is lost.
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
  const queries = useQueryClient()
  const form = useForm({
    draft: 'preferences',
    names: ['theme', 'locale', 'timezone', 'date_format', 'time_format', 'default_tenant_id'],
    check: () => ({}),
    send: ({ theme, locale, timezone, date_format, time_format, default_tenant_id }) =>
      // The service checks the values; those of the lists come from the contract.
      api.me.preferences.update({
        theme,
        date_format,
        time_format,
        locale: locale.trim() || null,
        timezone: timezone.trim() || null,
        default_tenant_id: default_tenant_id || null,
      } as PreferencesUpdate),
    done: (saved) => {
      applyLook(saved)
      queries.setQueryData(preferencesQuery.queryKey, saved)
      onNews('Your preferences were saved.')
    },
  })
  const { fields } = form.faults
  return (
    <Form label="Preferences" state={form} action="Save preferences" pendingAction="Saving…">
      <Choice label="Colours" name="theme" choices={themes} value={preferences.theme} error={fields.theme} />
      <Choice
        label="Dates"
        name="date_format"
        choices={dateFormats}
        value={preferences.date_format}
        error={fields.date_format}
      />
      <Choice
        label="Times"
        name="time_format"
        choices={timeFormats}
        value={preferences.time_format}
        error={fields.time_format}
      />
      <Field
        label="Language"
        name="locale"
        hint="A tag such as en-GB; empty = the browser’s."
        defaultValue={preferences.locale ?? ''}
        autoComplete="off"
        spellCheck={false}
        error={fields.locale}
      />
      <Field
        label="Time zone"
        name="timezone"
        hint="Such as Europe/Berlin; empty = the device’s."
        defaultValue={preferences.timezone ?? ''}
        autoComplete="off"
        spellCheck={false}
        error={fields.timezone}
      />
      <Choice
        label="Begin in"
        name="default_tenant_id"
        choices={[['', 'The one chosen last'], ...tenants.map(({ id, name }) => [id, name] as const)]}
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
  return (
    <SelectField label={label} name={name} defaultValue={value} error={error}>
      {choices.map(([choice, text]) => (
        <option key={choice} value={choice}>
          {text}
        </option>
      ))}
    </SelectField>
  )
}
