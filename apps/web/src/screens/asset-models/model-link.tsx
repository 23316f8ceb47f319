import { Link } from '@tanstack/react-router'
import { useTenant } from '../../app/tenant-scope.tsx'

/** The link to a model's page. */
export function ModelLink({ id, name }: { readonly id: string; readonly name: string }) {
  const { slug } = useTenant()
  return (
    <Link
      className="row-link"
      to="/t/$tenant/asset-models/$model"
      params={{ tenant: slug, model: id }}
      title={name}
    >
      {name}
    </Link>
  )
}
