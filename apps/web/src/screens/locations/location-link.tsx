import { useTenant } from '../../app/tenant-scope.tsx'
import { RowLink } from '../../records/row-link.tsx'

/** The link to a location's page. */
export function LocationLink({ id, name }: { readonly id: string; readonly name: string }) {
  const { slug } = useTenant()
  return (
    <RowLink link={{ to: '/t/$tenant/locations/$location', params: { tenant: slug, location: id } }}>
      {name}
    </RowLink>
  )
}
