import { useLingui } from '@lingui/react/macro'
import { dayBeside, dayOf, startOfDay } from '../../records/local-days.ts'
import { pickableUsers } from '../../records/pickables.ts'
import { useRecordFilter } from '../../records/record-filter.ts'
import type { TableFilter } from '../../records/table-filters.tsx'
import { useView } from '../../records/view.ts'
import { auditActions, auditKinds, auditOperations, operationWords } from './audit-words.ts'

/** The day of a time in the address, moved by `days`. Empty if the address contains no valid time. */
function dayShown(at: string, days = 0): string {
  try {
    return dayBeside(dayOf(at), days)
  } catch {
    return ''
  }
}

const partsOf = (value: string) => (value === '' ? [] : value.split(','))

/** Removes the operations that belong to other kinds of records. Without kinds, keeps all. */
function fitting(operation: string, record_type: string): string {
  const kinds = partsOf(record_type)
  const others = Object.entries(auditOperations).flatMap(([kind, ids]) => (kinds.includes(kind) ? [] : ids))
  return kinds.length === 0
    ? operation
    : partsOf(operation)
        .filter((id) => !others.includes(id))
        .join(',')
}

/** The filters of the audit log. */
export function useAuditFilters(): readonly TableFilter[] {
  const { t } = useLingui()
  const [{ record_type = '', operation = '' }] = useView()
  const kinds = partsOf(record_type)
  const byText = (one: { readonly text: string }, other: { readonly text: string }) =>
    one.text.localeCompare(other.text)
  const operations = Object.entries(auditOperations).flatMap(([kind, ids]) => {
    if (kinds.length > 0 && !kinds.includes(kind)) return []
    const of = t(auditKinds[kind as keyof typeof auditOperations])
    return ids.map((id) => {
      const words = operationWords(id)
      const what = words ? t(words) : id
      return { value: id, text: t({ message: `${of}: ${what}`, context: 'operation' }) }
    })
  })
  return [
    ...useRecordFilter('actor_id', t`By`, pickableUsers, [{ value: 'me', text: t`Me` }]),
    {
      name: 'action',
      label: t`What`,
      options: Object.entries(auditActions).map(([value, text]) => ({ value, text: t(text) })),
    },
    {
      name: 'record_type',
      label: t`Record`,
      options: Object.entries(auditKinds)
        .map(([value, text]) => ({ value, text: t(text) }))
        .sort(byText),
      alsoChanges: (chosen) => ({ operation: fitting(operation, chosen) }),
    },
    { name: 'operation', label: t`Operation`, options: operations.sort(byText) },
    {
      name: 'created_at__gte',
      label: t({ message: 'From', context: 'first day' }),
      options: [],
      day: { written: startOfDay, read: (value) => dayShown(value) },
    },
    {
      name: 'created_at__lt',
      label: t({ message: 'Until', context: 'last day' }),
      options: [],
      // The filter includes the day: the query ends before the start of the next day.
      day: {
        written: (day) => startOfDay(dayBeside(day, 1)),
        read: (value) => dayShown(value, -1),
      },
    },
  ]
}
