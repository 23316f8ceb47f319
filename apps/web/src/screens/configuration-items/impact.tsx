import type { ConfigurationItem } from '@commonhold/contract'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../api.ts'
import { Section } from '../../records/section.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { ItemLink } from './item-link.tsx'

const ImpactPicture = lazy(() =>
  import('./impact-picture.tsx').then(({ ImpactPicture: component }) => ({ default: component })),
)

/** With more items than this, only the list is shown: the picture would be harder to read. */
const MOST_DRAWN = 80

/** The items that fail when an item fails, or the items whose failure makes it fail: as a picture and as a list. */
export function Impact({ item }: { readonly item: ConfigurationItem }) {
  const { t } = useLingui()
  const [direction, setDirection] = useState<'downstream' | 'upstream'>('downstream')
  const query = useQuery({
    queryKey: ['configuration-items', item.id, 'impact', direction],
    queryFn: ({ signal }) =>
      api.configurationItems.impact.list({ ci_id: item.id }, { direction }, { signal }),
  })
  const impacted = query.data ?? []
  return (
    <Section
      title={t`Impact`}
      action={
        <select
          className="control small"
          aria-label={t`Direction`}
          value={direction}
          onChange={({ target }) => setDirection(target.value === 'upstream' ? 'upstream' : 'downstream')}
        >
          <option value="downstream">{t`What fails with it`}</option>
          <option value="upstream">{t`What it fails with`}</option>
        </select>
      }
    >
      {query.isPending ? (
        <SkeletonLines />
      ) : !query.data ? (
        <Unloaded query={query} />
      ) : impacted.length === 0 ? (
        <p className="hint">
          {direction === 'downstream'
            ? t`No other item fails with it.`
            : t`It does not fail with any other item.`}
        </p>
      ) : (
        <>
          {impacted.length <= MOST_DRAWN && (
            <Suspense fallback={<SkeletonLines />}>
              <ImpactPicture item={item} impacted={impacted} />
            </Suspense>
          )}
          <ul className="line-list" aria-label={t`Items of the impact`}>
            {impacted.map(({ ci, depth, weight, path, open_issue_count }) => (
              <li key={ci.id}>
                <ItemLink id={ci.id} name={ci.name} />
                {depth > 1 && (
                  <span className="hint">
                    <Trans>
                      by way of{' '}
                      {path
                        .slice(1, -1)
                        .map(({ name }) => name)
                        .join(' › ')}
                    </Trans>
                  </span>
                )}
                <span className="hint at-end">
                  {open_issue_count > 0 && (
                    <>
                      <Plural value={open_issue_count} one="# open issue" other="# open issues" />
                      {' · '}
                    </>
                  )}
                  <Trans>Weight {weight}</Trans>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}
