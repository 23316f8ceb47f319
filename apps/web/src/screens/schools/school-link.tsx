import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { RowLink } from '../../records/row-link.tsx'

/** The link to a school's page, or only its name if the user may not see that page. */
export function SchoolLink({ id, name }: { readonly id: string; readonly name: string }) {
  const { slug } = useTenant()
  if (!useCan()('education:read')) return name
  return (
    <RowLink link={{ to: '/t/$tenant/schools/$school', params: { tenant: slug, school: id } }}>
      {name}
    </RowLink>
  )
}
