import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { operatorQuery } from '../../account/queries.ts'
import { isInside } from '../../app/inside.ts'
import { operatorPlaces } from '../../app/operator-places.ts'
import { Frame } from '../../app/shell.tsx'
import { PlaceBar } from '../../app/sidebar.tsx'
import { selectTenant } from '../../app/tenant-scope.tsx'
import { Translated } from '../../app/translated.tsx'
import { WithTexts } from '../../app/with-texts.tsx'
import { NotFound } from '../../pages/not-found.tsx'
import { ofTab } from '../../storage.ts'
import { forgetTenant, readTenant } from '../../tenant.ts'
import { Unloaded } from '../../ui/unloaded.tsx'

/** The key under which a tab stores its former tenant. */
const FORMER_KEY = 'commonhold.former-tenant'

/** The frame of the screens for operators. For other users these screens do not exist. */
export function OperatorShell() {
  const operated = useQuery(operatorQuery)
  useFormerTenant(operated.data?.id)
  if (operated.data === undefined) return <Unloaded query={operated} />
  if (operated.data === null)
    return (
      <main id="main" tabIndex={-1}>
        <NotFound />
      </main>
    )
  return (
    <Translated>
      <WithTexts of="settings">
        <Frame slug={operated.data.slug} sidebar={<OperatorBar />} />
      </WithTexts>
    </Translated>
  )
}

/** Restores the tab's former tenant when the user leaves these screens. Otherwise new records would go to the root tenant. */
function useFormerTenant(root: string | undefined) {
  const queries = useQueryClient()
  const [former] = useState(readTenant)
  useEffect(() => {
    if (root === undefined) return
    // After a reload of these screens, the tab's tenant is the root tenant: keep the one that is already stored.
    if (former !== null && former !== root) ofTab.set(FORMER_KEY, former)
    return () => {
      if (isInside(location.pathname) || readTenant() !== root) return
      const kept = ofTab.get(FORMER_KEY)
      if (kept === null) forgetTenant()
      else selectTenant(queries, kept)
    }
  }, [queries, former, root])
}

function OperatorBar() {
  const { t } = useLingui()
  return (
    <PlaceBar
      top={
        <nav className="way-back" aria-label={t`Way back`}>
          <Link to="/dashboard" className="place">
            <ArrowLeft aria-hidden="true" />
            <span>{t`Dashboard`}</span>
          </Link>
        </nav>
      }
      places={operatorPlaces}
    />
  )
}
