import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useTenant } from '../../app/tenant-scope.tsx'

/** The most assets of one page of labels. Its address contains their ids, and proxies reject longer addresses. */
const MOST = 250

/** The link to the page that prints the labels of assets. */
export function LabelsLink({ assets }: { readonly assets: readonly { readonly id: string }[] }) {
  const { slug } = useTenant()
  if (assets.length > MOST)
    return (
      <span className="hint">
        <Trans>Labels: select up to {MOST} assets.</Trans>
      </span>
    )
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
