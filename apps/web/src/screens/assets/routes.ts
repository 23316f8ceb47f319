import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { tenant, textsOf } from '../../app/routes.ts'

const assets = createRoute({
  getParentRoute: () => tenant,
  path: '/assets',
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./assets.tsx'), 'Assets'),
})
const asset = createRoute({
  getParentRoute: () => tenant,
  path: '/assets/$asset',
  component: lazyRouteComponent(() => import('./asset.tsx'), 'AssetPage'),
})

/** The screens of assets. */
export const assetRoutes = [assets, asset] as const
