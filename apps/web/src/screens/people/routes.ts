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
  staticData: { permission: 'persons:read' },
  component: lazyRouteComponent(() => import('./person.tsx'), 'PersonPage'),
})

/** The screens of people. */
export const peopleRoutes = [people, person] as const
