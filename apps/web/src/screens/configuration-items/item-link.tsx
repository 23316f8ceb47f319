import { Link } from '@tanstack/react-router'
import { useTenant } from '../../app/tenant-scope.tsx'

/** The link to a configuration item's page. */
export function ItemLink({ id, name }: { readonly id: string; readonly name: string }) {
  const { slug } = useTenant()
  return (
    <Link
      className="row-link"
      to="/t/$tenant/configuration-items/$item"
      params={{ tenant: slug, item: id }}
      title={name}
    >
      {name}
    </Link>
  )
}
