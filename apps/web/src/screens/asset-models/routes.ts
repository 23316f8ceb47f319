import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { tenant, textsOf } from '../../app/routes.ts'

const assetModels = createRoute({
  getParentRoute: () => tenant,
  path: '/asset-models',
  staticData: { permission: 'assets:read', texts: 'places' },
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./asset-models.tsx'), 'AssetModels'),
})
const assetModel = createRoute({
  getParentRoute: () => tenant,
  path: '/asset-models/$model',
  staticData: { permission: 'assets:read', texts: 'places' },
  component: lazyRouteComponent(() => import('./asset-model.tsx'), 'AssetModelPage'),
})

/** The screens of asset models. */
export const assetModelRoutes = [assetModels, assetModel] as const
