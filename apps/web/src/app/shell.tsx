import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useParams } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { I18nProvider as AriaI18nProvider } from 'react-aria-components'
import { preferencesQuery } from '../account/queries.ts'
import { languageFor, showLanguage } from '../i18n.ts'
import { applyLook } from '../preferences.ts'
import { SkeletonPage } from '../ui/skeleton.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { Unloaded } from '../ui/unloaded.tsx'
import { CommandMenu } from './command-menu.tsx'
import { Offline } from './offline.tsx'
import { Sidebar } from './sidebar.tsx'
import { TenantScope } from './tenant-scope.tsx'
import { TopBar } from './top-bar.tsx'
import '../styles/app/index.css'

/** The application around the screens of one organisation, in the language of its user. */
export function Shell() {
  const preferences = useQuery(preferencesQuery)
  if (!preferences.data) return <Unloaded query={preferences} />
  return (
    <Suspense fallback={<SkeletonPage />}>
      <Translated locale={preferences.data.locale} />
    </Suspense>
  )
}

function Translated({ locale }: { readonly locale: string | null }) {
  const language = languageFor([locale ?? '', ...navigator.languages])
  useSuspenseQuery({
    queryKey: ['texts', language],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => showLanguage(language).then(() => language),
  })
  return (
    <I18nProvider i18n={i18n}>
      <AriaI18nProvider locale={language === 'de' ? 'de-DE' : 'en-US'}>
        <Frame />
      </AriaI18nProvider>
    </I18nProvider>
  )
}

function Frame() {
  const { tenant: slug } = useParams({ from: '/t/$tenant' })
  const preferences = useQuery(preferencesQuery).data
  useEffect(() => {
    if (preferences) applyLook(preferences)
  }, [preferences])
  return (
    <TenantScope slug={slug}>
      <div className="app">
        <Sidebar />
        <TopBar />
        <div className="app-view">
          <Offline />
          <Outlet />
        </div>
      </div>
      <CommandMenu />
      <Toasts />
    </TenantScope>
  )
}
