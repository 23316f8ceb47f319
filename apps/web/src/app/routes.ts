import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { internalPath } from '../next.ts'
import { NotFound } from '../pages/not-found.tsx'
import type { View } from '../records/view.ts'
import { readToken } from '../session.ts'
import { Layout } from '../ui/layout.tsx'

/** Above every page. */
export const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Layout,
  notFoundComponent: NotFound,
})

/** Without a token the service could only answer 401: go where that would lead. */
export function requireToken({ location }: { location: { href: string } }) {
  if (readToken() === null)
    throw redirect({ to: '/signin', search: { next: internalPath(location.href, window.location.origin) } })
}

/** What the address of a list says: words, filters and order. */
export const textsOf = (search: Record<string, unknown>): View =>
  Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )

/** The same for a list that begins with what is still open; the address says so, and a cleared filter stays cleared. */
export const openTextsOf = (search: Record<string, unknown>): View => ({
  is_closed: 'false',
  ...textsOf(search),
})

/** Above the screens of one organisation; those of an area stand in its `routes.ts`. */
export const tenant = createRoute({
  getParentRoute: () => root,
  path: '/t/$tenant',
  beforeLoad: requireToken,
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
})
