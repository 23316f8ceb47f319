import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { tenant, textsOf } from '../../app/routes.ts'

const assets = createRoute({
  getParentRoute: () => tenant,
  path: '/assets',
  staticData: { permission: 'assets:read' },
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./assets.tsx'), 'Assets'),
})
const asset = createRoute({
  getParentRoute: () => tenant,
  path: '/assets/$asset',
  staticData: { permission: 'assets:read' },
  component: lazyRouteComponent(() => import('./asset.tsx'), 'AssetPage'),
})
const assignments = createRoute({
  getParentRoute: () => tenant,
  path: '/asset-assignments',
  staticData: { permission: 'assets:read' },
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./assignments.tsx'), 'Assignments'),
})

/** The screens of assets. */
export const assetRoutes = [assets, asset, assignments] as const
