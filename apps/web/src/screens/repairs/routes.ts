import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { tenant, textsOf } from '../../app/routes.ts'

const repairs = createRoute({
  getParentRoute: () => tenant,
  path: '/repairs',
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./repairs.tsx'), 'Repairs'),
})
const repair = createRoute({
  getParentRoute: () => tenant,
  path: '/repairs/$repair',
  component: lazyRouteComponent(() => import('./repair.tsx'), 'RepairPage'),
})

/** The screens of repairs. */
export const repairRoutes = [repairs, repair] as const
