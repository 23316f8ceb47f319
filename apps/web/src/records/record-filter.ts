import { useQuery } from '@tanstack/react-query'
import { useCan } from './can.ts'
import type { Pickable } from './picker.tsx'
import type { TableFilter } from './table-filters.tsx'
import { useView } from './view.ts'

/**
 * A filter by records, which are searched at the service. The records in the address are shown by name. A user who may not read
 * such records gets no filter. The `fixed` options come before the records and stand for none.
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
    // If a record was deleted or may not be read, the others still get their names.
    queryFn: ({ signal }) => Promise.all(ids.map((id) => of.get(id, signal).catch(() => undefined))),
    placeholderData: (before) => before,
  }).data
  if (of.permission && !can(of.permission, 'anywhere')) return []
  const named = ids.map((value) => ({ value, text: found?.find((one) => one?.id === value)?.text ?? '…' }))
  return [{ name, label, of, options: [...fixed, ...named] }]
}
