import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { tenant, textsOf } from '../../app/routes.ts'

const enrollments = createRoute({
  getParentRoute: () => tenant,
  path: '/school-enrollments',
  staticData: { permission: 'education:read', texts: 'schools' },
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./enrollments.tsx'), 'Enrollments'),
})
const enrollment = createRoute({
  getParentRoute: () => tenant,
  path: '/school-enrollments/$enrollment',
  staticData: { permission: 'education:read', texts: 'schools' },
  component: lazyRouteComponent(() => import('./enrollment.tsx'), 'EnrollmentPage'),
})
const classList = createRoute({
  getParentRoute: () => tenant,
  path: '/class-list',
  staticData: { permission: 'education:read', texts: 'schools' },
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./class-list.tsx'), 'ClassList'),
})

/** The screens of enrollments. */
export const educationRoutes = [enrollments, enrollment, classList] as const
