import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { permissionsQuery } from '../account/queries.ts'
import { canWith } from './can.ts'
import type { Pickable } from './picker.tsx'

/** The name of a record of which only the id is known. It is not requested if the user may not read such records. */
export function RecordName({ of, id }: { readonly of: Pickable; readonly id: string }) {
  const { t } = useLingui()
  const permissions = useQuery(permissionsQuery).data
  const mayRead = permissions && (!of.permission || canWith(permissions)(of.permission, 'anywhere'))
  const named = useQuery({
    queryKey: [of.kind, 'choice', id],
    queryFn: ({ signal }) => of.get(id, signal),
    staleTime: 60_000,
    enabled: mayRead === true,
  })
  if (named.data) return named.data.text
  return mayRead === false || named.isError ? <span className="hint">{t`Hidden`}</span> : '…'
}
