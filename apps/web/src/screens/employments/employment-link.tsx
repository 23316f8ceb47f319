import { Link } from '@tanstack/react-router'
import { useTenant } from '../../app/tenant-scope.tsx'

/** The link to an employment's page. */
export function EmploymentLink({ id, name }: { readonly id: string; readonly name: string }) {
  const { slug } = useTenant()
  return (
    <Link
      className="row-link"
      to="/t/$tenant/school-employments/$employment"
      params={{ tenant: slug, employment: id }}
      title={name}
    >
      {name}
    </Link>
  )
}
