import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isInside } from './app/inside.ts'
import { checkTenant, onTenantLost, onUnauthenticated } from './connection.ts'
import { followOtherTabs } from './drafts.ts'
import { showLanguage, usualLanguage } from './i18n.ts'
import { internalPath } from './next.ts'
import { showTheme } from './preferences.ts'
import { makeRouter } from './router.tsx'
import { onOtherTab, readToken, takeToken } from './session.ts'
import { renameCached } from './shared-names/cached.ts'
import { onOtherNames } from './shared-names/speak.ts'
import { probeStorage } from './storage.ts'
import { forgetTenant } from './tenant.ts'
import './styles/index.css'

// With the default `online` mode, calls pause when the browser reports that it is offline, and a form would wait forever.
const queries = new QueryClient({
  defaultOptions: {
    queries: { networkMode: 'always', retry: false },
    mutations: { networkMode: 'always', retry: false },
  },
})
const router = makeRouter(queries)

onUnauthenticated(() => {
  const { pathname, href } = router.history.location
  const expired = takeToken() !== null
  queries.clear()
  // If several requests fail together, only the first redirects.
  if (pathname === '/signin') return
  const next = internalPath(href, window.location.origin)
  const target = router.buildLocation({ to: '/signin', search: { next, ...(expired && { expired: '1' }) } })
  router.history.push(target.href)
})

onTenantLost(() => {
  forgetTenant()
  // Without this, open screens would load data of the tenant that the session has selected.
  if (isInside(router.history.location.pathname)) void queries.resetQueries({ queryKey: ['me', 'tenants'] })
})

onOtherTab(() => {
  const token = readToken()
  // Another user may have signed in, who does not belong to the tenant of this tab.
  if (token !== null) return void checkTenant(token).then(() => queries.resetQueries())
  queries.clear()
  void router.invalidate()
})

onOtherNames(() => renameCached(queries))
followOtherTabs()
probeStorage()
showTheme()

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
const application = (
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>
)
void showLanguage(usualLanguage(), 'entry').then(() => createRoot(container).render(application))
