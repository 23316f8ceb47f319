import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { tenant, textsOf } from '../../app/routes.ts'

const configurationItems = createRoute({
  getParentRoute: () => tenant,
  path: '/configuration-items',
  staticData: { permission: 'configuration_items:read', texts: 'configurationItems' },
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./configuration-items.tsx'), 'ConfigurationItems'),
})
const configurationItem = createRoute({
  getParentRoute: () => tenant,
  path: '/configuration-items/$item',
  staticData: { permission: 'configuration_items:read', texts: 'configurationItems' },
  component: lazyRouteComponent(() => import('./configuration-item.tsx'), 'ConfigurationItemPage'),
})

/** The screens of configuration items. */
export const configurationItemRoutes = [configurationItems, configurationItem] as const
