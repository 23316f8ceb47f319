import { Link } from '@tanstack/react-router'
import { useTenant } from '../../app/tenant-scope.tsx'

/** The link to an enrollment's page. */
export function EnrollmentLink({ id, name }: { readonly id: string; readonly name: string }) {
  const { slug } = useTenant()
  return (
    <Link
      className="row-link"
      to="/t/$tenant/school-enrollments/$enrollment"
      params={{ tenant: slug, enrollment: id }}
      title={name}
    >
      {name}
    </Link>
  )
}
