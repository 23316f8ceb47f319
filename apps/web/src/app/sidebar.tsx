import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useCan } from '../records/can.ts'
import { PlaceLinks } from './place-links.tsx'
import { type Place, places } from './places.ts'
import { TenantMenu } from './tenant-menu.tsx'

/** Links to the screens of the organisation that the user may see. */
export function Sidebar() {
  const can = useCan()
  return (
    <PlaceBar
      top={<TenantMenu />}
      places={places.filter(({ permission }) => !permission || can(permission, 'anywhere'))}
    />
  )
}

interface PlaceBarProps {
  /** Shown above the links. */
  readonly top: ReactNode
  readonly places: readonly Place[]
}

/** Links to screens at the side; on a phone, a bar at the bottom. */
export function PlaceBar({ top, places: offered }: PlaceBarProps) {
  const { t } = useLingui()
  return (
    <div className="sidebar">
      {top}
      <nav aria-label={t`Main`}>
        <PlaceLinks places={offered} />
      </nav>
    </div>
  )
}
