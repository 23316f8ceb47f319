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
  staticData: { permission: 'persons:read', texts: 'person' },
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
