import { useLingui } from '@lingui/react/macro'
import { dayAhead, dayText, useLook } from '../preferences.ts'
import type { TableFilter } from './table-filters.tsx'
import { useView } from './view.ts'

/** A filter by due date. `name` is the parameter that selects days before another one, such as `due_date__lt`. */
export function useDueFilter(name: string, label: string): TableFilter {
  const { t } = useLingui()
  const look = useLook()
  const { [name]: chosen } = useView()[0]
  const options = [
    { value: dayAhead(0), text: t`Overdue` },
    { value: dayAhead(1), text: t`Until today` },
    { value: dayAhead(7), text: t`Within a week` },
  ]
  // A link of another day names the day that was meant then.
  if (chosen && options.every(({ value }) => value !== chosen))
    options.push({ value: chosen, text: `< ${dayText(chosen, look)}` })
  return { name, label, isSingle: true, options }
}
