import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { tenant } from '../../app/routes.ts'

/** Above the pages of the settings of an organisation. */
export const settings = createRoute({
  getParentRoute: () => tenant,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings-frame.tsx'), 'SettingsFrame'),
})
const organisation = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: lazyRouteComponent(() => import('./organisation.tsx'), 'Organisation'),
})

/** The pages of the organisation itself; those of other areas stand in their own `routes.ts`. */
export const settingsRoutes = [organisation] as const
