import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { tenant, textsOf } from '../../app/routes.ts'

const configurationItems = createRoute({
  getParentRoute: () => tenant,
  path: '/configuration-items',
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./configuration-items.tsx'), 'ConfigurationItems'),
})
const configurationItem = createRoute({
  getParentRoute: () => tenant,
  path: '/configuration-items/$item',
  component: lazyRouteComponent(() => import('./configuration-item.tsx'), 'ConfigurationItemPage'),
})

/** The screens of configuration items. */
export const configurationItemRoutes = [configurationItems, configurationItem] as const
