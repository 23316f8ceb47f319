import { useTenant } from '../../app/tenant-scope.tsx'
import { RowLink } from '../../records/row-link.tsx'

/** The link to a configuration item's page. */
export function ItemLink({ id, name }: { readonly id: string; readonly name: string }) {
  const { slug } = useTenant()
  return (
    <RowLink link={{ to: '/t/$tenant/configuration-items/$item', params: { tenant: slug, item: id } }}>
      {name}
    </RowLink>
  )
}
