import { useTenant } from '../../app/tenant-scope.tsx'
import { RowLink } from '../../records/row-link.tsx'

/** The link from a row to the asset's page. */
export function AssetLink({
  asset,
  children,
}: {
  readonly asset: { readonly id: string }
  readonly children: string
}) {
  const { slug } = useTenant()
  return (
    <RowLink link={{ to: '/t/$tenant/assets/$asset', params: { tenant: slug, asset: asset.id } }}>
      {children}
    </RowLink>
  )
}
