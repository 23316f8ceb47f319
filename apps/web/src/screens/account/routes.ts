import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { tenant } from '../../app/routes.ts'

const account = createRoute({
  getParentRoute: () => tenant,
  path: '/account',
  component: lazyRouteComponent(() => import('./account.tsx'), 'AccountPage'),
})

/** The route of the user's own account. */
export const accountRoutes = [account] as const
