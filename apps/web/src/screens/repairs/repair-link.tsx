import { Link } from '@tanstack/react-router'
import { useTenant } from '../../app/tenant-scope.tsx'

/** The link to a repair's page. */
export function RepairLink({ id, title }: { readonly id: string; readonly title: string }) {
  const { slug } = useTenant()
  return (
    <Link
      className="row-link"
      to="/t/$tenant/repairs/$repair"
      params={{ tenant: slug, repair: id }}
      title={title}
    >
      {title}
    </Link>
  )
}
