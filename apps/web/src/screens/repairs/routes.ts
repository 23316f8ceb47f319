import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { openTextsOf, tenant } from '../../app/routes.ts'

const repairs = createRoute({
  getParentRoute: () => tenant,
  path: '/repairs',
  staticData: { permission: 'assets:read', texts: 'places' },
  validateSearch: openTextsOf,
  component: lazyRouteComponent(() => import('./repairs.tsx'), 'Repairs'),
})
const repair = createRoute({
  getParentRoute: () => tenant,
  path: '/repairs/$repair',
  staticData: { permission: 'assets:read', texts: 'places' },
  component: lazyRouteComponent(() => import('./repair.tsx'), 'RepairPage'),
})

/** The screens of repairs. */
export const repairRoutes = [repairs, repair] as const
