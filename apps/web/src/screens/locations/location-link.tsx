import { Link } from '@tanstack/react-router'
import { useTenant } from '../../app/tenant-scope.tsx'

/** The link to a location's page. */
export function LocationLink({ id, name }: { readonly id: string; readonly name: string }) {
  const { slug } = useTenant()
  return (
    <Link
      className="row-link"
      to="/t/$tenant/locations/$location"
      params={{ tenant: slug, location: id }}
      title={name}
    >
      {name}
    </Link>
  )
}
