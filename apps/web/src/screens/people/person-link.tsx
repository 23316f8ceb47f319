import { useTenant } from '../../app/tenant-scope.tsx'
import { RowLink } from '../../records/row-link.tsx'

/** The link to a person's page. */
export function PersonLink({ id, children }: { readonly id: string; readonly children: string }) {
  const { slug } = useTenant()
  return (
    <RowLink link={{ to: '/t/$tenant/people/$person', params: { tenant: slug, person: id } }}>
      {children}
    </RowLink>
  )
}
