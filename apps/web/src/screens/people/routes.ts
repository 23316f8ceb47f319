import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { tenant, textsOf } from '../../app/routes.ts'

const people = createRoute({
  getParentRoute: () => tenant,
  path: '/people',
  staticData: { permission: 'persons:read' },
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./people.tsx'), 'People'),
})
const person = createRoute({
  getParentRoute: () => tenant,
  path: '/people/$person',
  // Where the person learns and works can be changed here, too.
  staticData: { permission: 'persons:read', texts: 'schools' },
  component: lazyRouteComponent(() => import('./person.tsx'), 'PersonPage'),
})
const leaving = createRoute({
  getParentRoute: () => tenant,
  path: '/people/$person/leaving',
  staticData: { permission: 'persons:read', texts: 'leaving' },
  component: lazyRouteComponent(() => import('../leaving/leaving.tsx'), 'LeavingPage'),
})

/** The screens of people. */
export const peopleRoutes = [people, person, leaving] as const
