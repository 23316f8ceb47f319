import type { Issue, IssueField } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { worded } from '../../issues/words.ts'
import { RecordName } from '../../records/record-name.tsx'
import { Facts, Section } from '../../records/section.tsx'
import { Day } from '../../ui/day.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Moment } from '../../ui/moment.tsx'
import { awaited } from './awaited.tsx'
import { formField } from './form-fields.ts'
import { heldFields } from './held-fields.ts'
import { fieldsQuery } from './queries.ts'

/** The values of an issue's details and custom fields: short values as a list, long texts below. */
export function Details({ issue }: { readonly issue: Issue }) {
  const { t } = useLingui()
  const fields = useQuery(fieldsQuery)
  const held = heldFields(issue, fields.data ?? [])
  if (fields.isPending) return awaited
  if (held.length === 0) return null
  return (
    <>
      {held.some(({ field }) => field.type !== 'long_text') && (
        <Section title={t`Details`}>
          <Facts
            facts={held
              .filter(({ field }) => field.type !== 'long_text')
              .map(({ field, value }) => [field.name, <Value key={field.id} field={field} value={value} />])}
          />
        </Section>
      )}
      {held
        .filter(({ field }) => field.type === 'long_text')
        .map(({ field, value }) => (
          <Section key={field.id} title={field.name}>
            <Markdown text={String(value)} />
          </Section>
        ))}
    </>
  )
}

/** One value, or several with commas between them. */
function Value({ field, value }: { readonly field: IssueField; readonly value: unknown }): ReactNode {
  const { t } = useLingui()
  if (Array.isArray(value))
    return value.map((one: unknown, at) => (
      <span key={typeof one === 'string' ? one : JSON.stringify(one)}>
        {at > 0 && ', '}
        <Value field={field} value={one} />
      </span>
    ))
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`
  if (typeof value !== 'string') return typeof value === 'number' ? value : JSON.stringify(value)
  const control = formField(field, { yes: t`Yes`, no: t`No` })
  if (control.kind === 'record' || control.kind === 'records')
    return <RecordName of={control.of} id={value} />
  if (field.type === 'date') return <Day on={value} />
  if (field.type === 'datetime') return <Moment at={value} />
  if (field.type === 'select' || field.type === 'multi_select')
    return field.options.find(({ key }) => key === value)?.label ?? worded(value)
  return <Markdown text={value} />
}
