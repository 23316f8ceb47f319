import { useQuery } from '@tanstack/react-query'
import { useCan } from './can.ts'
import type { Pickable } from './picker.tsx'
import type { TableFilter } from './table-filters.tsx'
import { useView } from './view.ts'

/**
 * A filter by records: they are searched at the service, and those that the address names are shown by name. There is none for
 * who may not read them. What is `fixed` stands before them, and names no record.
 */
export function useRecordFilter(
  name: string,
  label: string,
  of: Pickable,
  fixed: TableFilter['options'] = [],
): readonly TableFilter[] {
  const can = useCan()
  const [view] = useView()
  const ids =
    view[name]?.split(',').filter((id) => id !== '' && fixed.every(({ value }) => value !== id)) ?? []
  const found = useQuery({
    queryKey: [of.kind, 'choices', ids],
    enabled: ids.length > 0,
    // One that is gone, or out of sight, leaves the names of the others.
    queryFn: ({ signal }) => Promise.all(ids.map((id) => of.get(id, signal).catch(() => undefined))),
    placeholderData: (before) => before,
  }).data
  if (of.permission && !can(of.permission, 'anywhere')) return []
  const named = ids.map((value) => ({ value, text: found?.find((one) => one?.id === value)?.text ?? '…' }))
  return [{ name, label, of, options: [...fixed, ...named] }]
}
