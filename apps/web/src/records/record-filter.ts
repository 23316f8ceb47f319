import { useQueries } from '@tanstack/react-query'
import { useCan } from './can.ts'
import type { Pickable } from './picker.tsx'
import type { TableFilter } from './table-filters.tsx'
import { useView } from './view.ts'

/**
 * A filter by records: they are searched at the service, and those that the address names are shown by name. There is none for
 * who may not read them.
 */
export function useRecordFilter(name: string, label: string, of: Pickable): readonly TableFilter[] {
  const can = useCan()
  const [view] = useView()
  const ids = view[name]?.split(',').filter((id) => id !== '') ?? []
  const found = useQueries({
    queries: ids.map((id) => ({
      queryKey: [of.kind, 'choice', id],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => of.get(id, signal),
    })),
  })
  if (of.permission && !can(of.permission, 'anywhere')) return []
  return [
    { name, label, of, options: ids.map((value, at) => ({ value, text: found[at]?.data?.text ?? '…' })) },
  ]
}
