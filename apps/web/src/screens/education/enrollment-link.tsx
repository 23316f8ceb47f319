import { useTenant } from '../../app/tenant-scope.tsx'
import { RowLink } from '../../records/row-link.tsx'

/** The link to an enrollment's page. */
export function EnrollmentLink({ id, name }: { readonly id: string; readonly name: string }) {
  const { slug } = useTenant()
  return (
    <RowLink
      link={{ to: '/t/$tenant/school-enrollments/$enrollment', params: { tenant: slug, enrollment: id } }}
    >
      {name}
    </RowLink>
  )
}
