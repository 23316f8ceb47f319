import type { Preferences, PreferencesUpdate, Tenant } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { applyLook, dayText } from '../preferences.ts'
import { optionsWith } from '../records/form-field.tsx'
import { timeZones } from '../records/time-zones.ts'
import { SelectField } from '../ui/field.tsx'
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
const dateFormats = ['yyyy_mm_dd', 'dd_mm_yyyy', 'mm_dd_yyyy'] as const
const timeFormats: Choices<Preferences['time_format']> = [
  ['h24', '18:30'],
  ['h12', '06:30 PM'],
]

/** The languages on offer: those of the page's texts, with the countries that write numbers in another way. */
const languages = ['en-GB', 'en-US', 'de', 'de-AT', 'de-CH']

/** The name of a language in itself. */
const languageName = (tag: string) => new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag

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
        locale: locale || null,
        timezone: timezone || null,
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
    [
      'date_format',
      t`Date format`,
      dateFormats.map((date_format) => [date_format, dayText('2026-01-31', { date_format })] as const),
    ],
    ['time_format', t`Time format`, timeFormats],
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
      <Choice
        label={t`Language`}
        name="locale"
        choices={[
          ['', msg`As the browser`],
          ...optionsWith({ options: languages.map((tag) => [tag, languageName(tag)]) }, [
            preferences.locale ?? '',
          ]),
        ]}
        value={preferences.locale ?? ''}
        error={fields.locale}
      />
      <Choice
        label={t`Time zone`}
        name="timezone"
        choices={[
          ['', msg`As the device`],
          ...optionsWith({ options: timeZones() }, [preferences.timezone ?? '']),
        ]}
        value={preferences.timezone ?? ''}
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
