import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { QrCode } from './qr-code.tsx'

/** The most assets per request, so that the address of the request stays short. */
const AT_ONCE = 100

/** Loads the assets with these ids, sorted by tag. */
async function assetsOf(ids: readonly string[], signal: AbortSignal) {
  const starts = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, part) => part * AT_ONCE)
  const parts = await Promise.all(
    starts.map((start) =>
      api.assets.list(
        { id: ids.slice(start, start + AT_ONCE), archived: 'include', limit: AT_ONCE },
        { signal },
      ),
    ),
  )
  return parts.flat().sort((one, other) => one.asset_tag.localeCompare(other.asset_tag))
}

/** Labels of assets on A4 sheets. A label has the tag, the name, and a QR code with the address of the asset's page. */
export function Labels() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const router = useRouter()
  const { assets } = useSearch({ from: '/t/$tenant/labels' })
  const ids = [...new Set(assets.split(',').filter((id) => id !== ''))]
  const query = useQuery({
    queryKey: ['assets', 'labels', ids],
    queryFn: ({ signal }) => assetsOf(ids, signal),
  })
  const addressOf = (asset: string) =>
    window.location.origin +
    router.buildLocation({ to: '/t/$tenant/assets/$asset', params: { tenant: slug, asset } }).href
  const found = query.data ?? []
  return (
    <main id="main" className="labels-page" tabIndex={-1}>
      <Page
        title={t`Labels of assets`}
        aside={
          found.length > 0 && (
            <button type="button" className="button primary" onClick={() => window.print()}>
              <Trans>Print</Trans>
            </button>
          )
        }
        {...(found.length > 0 && {
          lead: (
            <Trans>
              <Plural value={found.length} one="# label" other="# labels" /> for sheets of A4 with 21 labels
              of 63.5 × 38.1 mm. Print them at 100 %.
            </Trans>
          ),
        })}
      >
        {query.isPending ? (
          <SkeletonLines />
        ) : !query.data ? (
          <Unloaded query={query} />
        ) : found.length === 0 ? (
          <EmptyState
            title={t`No labels to print`}
            text={t`Choose assets in the list of assets, then print their labels.`}
          >
            <Link className="button primary" to="/t/$tenant/assets" params={{ tenant: slug }}>
              <Trans>Assets</Trans>
            </Link>
          </EmptyState>
        ) : (
          <ul className="label-sheet" aria-label={t`Labels of assets`}>
            {found.map(({ id, asset_tag, name }) => (
              <li key={id} className="asset-label">
                <QrCode text={addressOf(id)} label={t`Code of ${asset_tag}`} />
                <span className="asset-label-text">
                  <strong>{asset_tag}</strong>
                  <span>{name}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </Page>
    </main>
  )
}
