import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { CatchBoundary, Link, Outlet, useMatches, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { preferencesQuery } from '../account/queries.ts'
import { applyLook } from '../preferences.ts'
import { useCan } from '../records/can.ts'
import { loadRecordForm } from '../records/record-form.tsx'
import { loadDialog } from '../ui/dialog.tsx'
import { loadMenu } from '../ui/menu.tsx'
import { Page } from '../ui/page.tsx'
import { loadToasts, Toasts } from '../ui/toasts.tsx'
import { useFirstInput } from '../ui/use-first-input.ts'
import { ChangedAccount } from './changed-account.tsx'
import { CommandMenu } from './command-menu.tsx'
import { useLiveChanges } from './live.ts'
import { Offline } from './offline.tsx'
import { Sidebar } from './sidebar.tsx'
import { TenantScope, useTenant } from './tenant-scope.tsx'
import { TopBar } from './top-bar.tsx'
import { Translated } from './translated.tsx'
import { WithTexts } from './with-texts.tsx'
import '../styles/app/index.css'

/** The application around the screens of one organisation. */
export function Shell() {
  return (
    <Translated>
      <OfAddress />
    </Translated>
  )
}

function OfAddress() {
  const { tenant: slug } = useParams({ from: '/t/$tenant' })
  return <Frame slug={slug} sidebar={<Sidebar />} />
}

const loadOverlays = () => Promise.all([loadDialog(), loadMenu(), loadRecordForm(), loadToasts()])

const always = () => 0
/** Replaces the command menu and the messages if their code could not be loaded, so that the screen stays usable. */
const Nothing = () => null

interface FrameProps {
  /** Slug of the tenant of this tab. */
  readonly slug: string
  readonly sidebar: ReactNode
}

/** Sidebar, top bar and command menu around a screen. */
export function Frame({ slug, sidebar }: FrameProps) {
  const preferences = useQuery(preferencesQuery).data
  useFirstInput(loadOverlays)
  useEffect(() => {
    if (preferences) applyLook(preferences)
  }, [preferences])
  return (
    <TenantScope slug={slug}>
      <Live />
      <div className="app">
        {sidebar}
        <TopBar />
        <div className="app-view">
          <Offline />
          <ChangedAccount />
          <Guarded />
        </div>
      </div>
      <CatchBoundary getResetKey={always} errorComponent={Nothing}>
        <CommandMenu />
        <Toasts />
      </CatchBoundary>
    </TenantScope>
  )
}

/** The screen of the address, or a message that the user may not see it. */
function Guarded() {
  const can = useCan()
  const needed = useMatches({
    select: (matches) =>
      matches
        .flatMap(({ staticData: { permission } }) => permission ?? [])
        .find((permission) => !can(permission, 'anywhere')),
  })
  const texts = useMatches({
    select: (matches) => matches.find(({ staticData }) => staticData.texts)?.staticData.texts,
  })
  if (needed !== undefined) return <NotAllowed needed={needed} />
  if (!texts) return <Outlet />
  return (
    <WithTexts of={texts}>
      <Outlet />
    </WithTexts>
  )
}

function NotAllowed({ needed }: { readonly needed: string }) {
  const { t } = useLingui()
  const { slug } = useTenant()
  return (
    <main id="main" className="lone" tabIndex={-1}>
      <Page title={t`You do not have access to this`}>
        <p className="lead">
          <Trans>
            You need the permission <code>{needed}</code>. An owner of this organisation can grant it.
          </Trans>
        </p>
        <Link to="/t/$tenant" params={{ tenant: slug }} className="button primary">
          <Trans>Go home</Trans>
        </Link>
      </Page>
    </main>
  )
}

/** Runs `useLiveChanges` within the scope of the tenant. */
function Live() {
  useLiveChanges()
  return null
}
