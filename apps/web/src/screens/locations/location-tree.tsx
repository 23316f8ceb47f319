import type { Location } from '@commonhold/contract'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api } from '../../api.ts'
import { type List, readPage } from '../../records/list.ts'
import { ShowMore } from '../../records/show-more.tsx'
import { Code } from '../../ui/marks.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { LocationLink } from './location-link.tsx'

interface LevelProps {
  /** The location whose children are shown; absent for the top level. */
  readonly parent?: Location
  /** Shown if there are no locations. */
  readonly empty: ReactNode
}

const levelOf = (parent: Location | undefined): List<Location> => ({
  page: (query, options) =>
    api.locations.list.safe(
      {
        ...query,
        ...(parent ? { parent_id: [parent.id] } : { parent_id__is_null: true }),
        include: ['type'],
      },
      options,
    ),
})

/** One level of the tree of locations. Each location can be expanded. */
export function LocationLevel({ parent, empty }: LevelProps) {
  const { t } = useLingui()
  const query = useInfiniteQuery({
    queryKey: ['locations', 'within', parent?.id ?? 'top'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => readPage(levelOf(parent), { sort: 'name' }, pageParam, signal),
    getNextPageParam: ({ next }) => next,
  })
  if (query.isPending) return <SkeletonLines />
  if (!query.data) return <Unloaded query={query} />
  const locations = query.data.pages.flatMap(({ records }) => records)
  if (locations.length === 0) return empty
  return (
    <>
      <ul className="tree" aria-label={parent ? t`Within ${parent.name}` : t`Locations`}>
        {locations.map((location) => (
          <LocationNode key={location.id} location={location} />
        ))}
      </ul>
      <ShowMore query={query} />
    </>
  )
}

function LocationNode({ location }: { readonly location: Location }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { id, name, code, type, asset_count } = location
  const Mark = isOpen ? ChevronDown : ChevronRight
  return (
    <li>
      <div className="tree-line">
        <button
          type="button"
          className="icon-button"
          aria-expanded={isOpen}
          aria-label={t`Locations inside ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          <Mark aria-hidden="true" />
        </button>
        <LocationLink id={id} name={name} />
        {code && <Code>{code}</Code>}
        <span className="hint">{type?.name}</span>
        {asset_count > 0 && (
          <span className="hint at-end">
            <Plural value={asset_count} one="# asset" other="# assets" />
          </span>
        )}
      </div>
      {isOpen && (
        <LocationLevel
          parent={location}
          empty={
            <p className="hint tree-empty">
              <Trans>No locations inside.</Trans>
            </p>
          }
        />
      )}
    </li>
  )
}
