import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { textsOf } from '../../app/routes.ts'
import { settings } from '../settings/routes.ts'

const getParentRoute = () => settings
const validateSearch = textsOf

const types = createRoute({
  getParentRoute,
  validateSearch,
  path: '/types',
  staticData: { permission: 'issue_configuration:read' },
  component: lazyRouteComponent(() => import('./types.tsx'), 'Types'),
})
const statuses = createRoute({
  getParentRoute,
  validateSearch,
  path: '/statuses',
  staticData: { permission: 'issue_configuration:read' },
  component: lazyRouteComponent(() => import('./statuses.tsx'), 'Statuses'),
})
const priorities = createRoute({
  getParentRoute,
  validateSearch,
  path: '/priorities',
  staticData: { permission: 'issue_configuration:read' },
  component: lazyRouteComponent(() => import('./priorities.tsx'), 'Priorities'),
})
const linkTypes = createRoute({
  getParentRoute,
  validateSearch,
  path: '/link-types',
  staticData: { permission: 'issue_configuration:read' },
  component: lazyRouteComponent(() => import('./link-types.tsx'), 'LinkTypes'),
})
const fields = createRoute({
  getParentRoute,
  validateSearch,
  path: '/fields',
  staticData: { permission: 'issue_configuration:read' },
  component: lazyRouteComponent(() => import('./fields.tsx'), 'Fields'),
})
const screens = createRoute({
  getParentRoute,
  validateSearch,
  path: '/screens',
  staticData: { permission: 'issue_configuration:read' },
  component: lazyRouteComponent(() => import('./screens.tsx'), 'Screens'),
})
const screen = createRoute({
  getParentRoute,
  path: '/screens/$screen',
  staticData: { permission: 'issue_configuration:read' },
  component: lazyRouteComponent(() => import('./screen.tsx'), 'ScreenPage'),
})
const workflows = createRoute({
  getParentRoute,
  validateSearch,
  path: '/workflows',
  staticData: { permission: 'issue_configuration:read' },
  component: lazyRouteComponent(() => import('./workflows.tsx'), 'Workflows'),
})
const workflow = createRoute({
  getParentRoute,
  path: '/workflows/$workflow',
  staticData: { permission: 'issue_configuration:read' },
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
