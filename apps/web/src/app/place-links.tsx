import { Trans, useLingui } from '@lingui/react/macro'
import { Link, type LinkProps, useLocation, useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { MenuButton, MenuItem } from '../ui/menu.tsx'
import type { Place } from './places.ts'
import { useTenant } from './tenant-scope.tsx'

/** The number of links that fit side by side on a phone. */
const ON_PHONE = 5

/** Links to screens. A phone shows the most used ones, and the others in a menu. */
export function PlaceLinks({ places }: { readonly places: readonly Place[] }) {
  const { t } = useLingui()
  const { slug } = useTenant()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isCurrent = ({ to, isExact, covers = [] }: Place) =>
    [to, ...covers].some((one) => {
      const address = one.replace('$tenant', slug)
      return pathname === address || (!isExact && pathname.startsWith(`${address}/`))
    })
  const first = firstOf(places)
  const others = places.filter((place) => !first.includes(place))
  return (
    <ul>
      {places.map((place) => (
        <li
          key={place.to}
          className={`${place.isFirst ? 'gap' : ''} ${first.includes(place) ? '' : 'wide-only'}`}
        >
          <Link
            to={place.to}
            params={{ tenant: slug }}
            className="place"
            activeOptions={{ includeSearch: false, exact: place.isExact ?? false }}
            aria-current={isCurrent(place) ? 'page' : undefined}
          >
            <place.icon aria-hidden="true" />
            <span>{t(place.label)}</span>
          </Link>
        </li>
      ))}
      {others.length > 0 && (
        <li className="phone-only">
          <MenuButton
            className={others.some(isCurrent) ? 'place current' : 'place'}
            placement="top end"
            face={
              <>
                <Ellipsis aria-hidden="true" />
                <span>
                  <Trans>More</Trans>
                </span>
              </>
            }
            onAction={(to) => {
              const place = others.find((one) => one.to === to)
              if (place) void navigate({ to: place.to, params: { tenant: slug } })
            }}
          >
            {others.map((place) => (
              <MenuItem key={place.to} id={place.to} textValue={t(place.label)}>
                <place.icon aria-hidden="true" />
                <span>{t(place.label)}</span>
              </MenuItem>
            ))}
          </MenuButton>
        </li>
      )}
    </ul>
  )
}

/** All places if they fit; otherwise the most used ones, with room for the menu of the others. */
function firstOf(places: readonly Place[]): readonly Place[] {
  if (places.length <= ON_PHONE) return places
  const preferred = [...places].sort(
    (one, other) => Number(other.isPreferred ?? 0) - Number(one.isPreferred ?? 0),
  )
  return preferred.slice(0, ON_PHONE - 1)
}

interface ViewsProps {
  /** Addresses with their labels, in the order in which they are shown. */
  readonly views: readonly (readonly [
    to: NonNullable<LinkProps['to']>,
    text: string,
    search?: NonNullable<LinkProps['search']>,
  ])[]
}

/** Links to the views of the same records, such as a list and a board. The current view is marked. */
export function Views({ views }: ViewsProps) {
  const { t } = useLingui()
  const { slug } = useTenant()
  return (
    <nav className="views" aria-label={t`View`}>
      {views.map(([to, text, search]) => (
        <Link
          key={to}
          to={to}
          params={{ tenant: slug }}
          {...(search && { search })}
          activeProps={{ 'aria-current': 'page' }}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
