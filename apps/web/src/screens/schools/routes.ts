import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { tenant, textsOf } from '../../app/routes.ts'

const schools = createRoute({
  getParentRoute: () => tenant,
  path: '/schools',
  staticData: { permission: 'education:read', texts: 'schools' },
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./schools.tsx'), 'Schools'),
})
const school = createRoute({
  getParentRoute: () => tenant,
  path: '/schools/$school',
  staticData: { permission: 'education:read', texts: 'schools' },
  component: lazyRouteComponent(() => import('./school.tsx'), 'SchoolPage'),
})
const schoolYears = createRoute({
  getParentRoute: () => tenant,
  path: '/school-years',
  staticData: { permission: 'education:read', texts: 'schools' },
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./school-years.tsx'), 'SchoolYears'),
})
const schoolCalendars = createRoute({
  getParentRoute: () => tenant,
  path: '/school-calendars',
  staticData: { permission: 'education:read', texts: 'schools' },
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./school-calendars.tsx'), 'SchoolCalendars'),
})
const gradeLevels = createRoute({
  getParentRoute: () => tenant,
  path: '/school-grade-levels',
  staticData: { permission: 'education:read', texts: 'schools' },
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./grade-levels.tsx'), 'GradeLevels'),
})

/** The screens of schools, school years, calendars and grade levels. */
export const schoolRoutes = [schools, school, schoolYears, schoolCalendars, gradeLevels] as const
