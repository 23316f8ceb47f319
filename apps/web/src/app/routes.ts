import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { internalPath } from '../next.ts'
import { NotFound } from '../pages/not-found.tsx'
import type { View } from '../records/view.ts'
import { readToken } from '../session.ts'
import { Layout } from '../ui/layout.tsx'

/** The parent of all routes. */
export const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Layout,
  notFoundComponent: NotFound,
})

/** Redirects to the sign-in if the browser has no token, because the service would answer 401. `next` leads back. */
export function requireToken({ location }: { location: { href: string } }) {
  if (readToken() === null)
    throw redirect({ to: '/signin', search: { next: internalPath(location.href, window.location.origin) } })
}

/** The parameters of a list in its address: words, filters and order. */
export const textsOf = (search: Record<string, unknown>): View =>
  Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )

/**
 * The same for a list that shows open records by default. The address contains the filter; a cleared filter has the value `*`.
 */
export const openTextsOf = (search: Record<string, unknown>): View => ({
  is_closed: 'false',
  ...textsOf(search),
})

/** The parent of the routes of one organisation; those of an area are in its `routes.ts`. */
export const tenant = createRoute({
  getParentRoute: () => root,
  path: '/t/$tenant',
  beforeLoad: requireToken,
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
})
