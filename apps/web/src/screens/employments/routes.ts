import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { tenant, textsOf } from '../../app/routes.ts'

const employments = createRoute({
  getParentRoute: () => tenant,
  path: '/school-employments',
  staticData: { permission: 'employments:read', texts: 'schools' },
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./employments.tsx'), 'Employments'),
})
const employment = createRoute({
  getParentRoute: () => tenant,
  path: '/school-employments/$employment',
  staticData: { permission: 'employments:read', texts: 'schools' },
  component: lazyRouteComponent(() => import('./employment.tsx'), 'EmploymentPage'),
})
const assignmentTypes = createRoute({
  getParentRoute: () => tenant,
  path: '/employment-assignment-types',
  staticData: { permission: 'employments:read', texts: 'schools' },
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./assignment-types.tsx'), 'AssignmentTypes'),
})

/** The screens of employments and of assignment types. */
export const employmentRoutes = [employments, employment, assignmentTypes] as const
