import { useLingui } from '@lingui/react/macro'
import type { TableFilter } from './table-filters.tsx'

/** The day that many days after today in UTC, as `YYYY-MM-DD`. */
export const dayAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A filter by due date. `name` is the parameter that selects days before another one, such as `due_date__lt`. */
export function useDueFilter(name: string, label: string): TableFilter {
  const { t } = useLingui()
  return {
    name,
    label,
    isSingle: true,
    options: [
      { value: dayAfter(0), text: t`Overdue` },
      { value: dayAfter(1), text: t`Until today` },
      { value: dayAfter(7), text: t`Within a week` },
    ],
  }
}
