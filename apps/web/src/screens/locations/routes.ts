import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { tenant, textsOf } from '../../app/routes.ts'

const locations = createRoute({
  getParentRoute: () => tenant,
  path: '/locations',
  staticData: { permission: 'locations:read', texts: 'places' },
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./locations.tsx'), 'Locations'),
})
const location = createRoute({
  getParentRoute: () => tenant,
  path: '/locations/$location',
  staticData: { permission: 'locations:read', texts: 'places' },
  component: lazyRouteComponent(() => import('./location.tsx'), 'LocationPage'),
})
const locationTypes = createRoute({
  getParentRoute: () => tenant,
  path: '/location-types',
  staticData: { permission: 'locations:read', texts: 'places' },
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./location-types.tsx'), 'LocationTypes'),
})

/** The screens of locations. */
export const locationRoutes = [locations, location, locationTypes] as const
