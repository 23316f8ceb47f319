import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { textsOf } from '../../app/routes.ts'
import { settings } from '../settings/routes.ts'

const getParentRoute = () => settings
const validateSearch = textsOf

const types = createRoute({
  getParentRoute,
  validateSearch,
  path: '/types',
  component: lazyRouteComponent(() => import('./types.tsx'), 'Types'),
})
const statuses = createRoute({
  getParentRoute,
  validateSearch,
  path: '/statuses',
  component: lazyRouteComponent(() => import('./statuses.tsx'), 'Statuses'),
})
const priorities = createRoute({
  getParentRoute,
  validateSearch,
  path: '/priorities',
  component: lazyRouteComponent(() => import('./priorities.tsx'), 'Priorities'),
})
const linkTypes = createRoute({
  getParentRoute,
  validateSearch,
  path: '/link-types',
  component: lazyRouteComponent(() => import('./link-types.tsx'), 'LinkTypes'),
})
const fields = createRoute({
  getParentRoute,
  validateSearch,
  path: '/fields',
  component: lazyRouteComponent(() => import('./fields.tsx'), 'Fields'),
})
const screens = createRoute({
  getParentRoute,
  validateSearch,
  path: '/screens',
  component: lazyRouteComponent(() => import('./screens.tsx'), 'Screens'),
})
const screen = createRoute({
  getParentRoute,
  path: '/screens/$screen',
  component: lazyRouteComponent(() => import('./screen.tsx'), 'ScreenPage'),
})
const workflows = createRoute({
  getParentRoute,
  validateSearch,
  path: '/workflows',
  component: lazyRouteComponent(() => import('./workflows.tsx'), 'Workflows'),
})
const workflow = createRoute({
  getParentRoute,
  path: '/workflows/$workflow',
  component: lazyRouteComponent(() => import('./workflow.tsx'), 'WorkflowPage'),
})

/** The screens of the issue configuration. */
export const configurationRoutes = [
  types,
  statuses,
  priorities,
  linkTypes,
  fields,
  screens,
  screen,
  workflows,
  workflow,
] as const
