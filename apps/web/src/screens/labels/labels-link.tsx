import { Plural } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useTenant } from '../../app/tenant-scope.tsx'

/** Leads to the labels of assets, ready to print. */
export function LabelsLink({ assets }: { readonly assets: readonly { readonly id: string }[] }) {
  const { slug } = useTenant()
  return (
    <Link
      className="button outlined small"
      to="/t/$tenant/labels"
      params={{ tenant: slug }}
      search={{ assets: assets.map(({ id }) => id).join(',') }}
    >
      <Plural value={assets.length} one="Print the label" other="Print # labels" />
    </Link>
  )
}
