import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { tenant, textsOf } from '../../app/routes.ts'

const projects = createRoute({
  getParentRoute: () => tenant,
  path: '/projects',
  staticData: { permission: 'projects:read', texts: 'places' },
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./projects.tsx'), 'Projects'),
})
const project = createRoute({
  getParentRoute: () => tenant,
  path: '/projects/$project',
  staticData: { permission: 'projects:read', texts: 'places' },
  component: lazyRouteComponent(() => import('./project.tsx'), 'ProjectPage'),
})

/** The screens of projects. */
export const projectRoutes = [projects, project] as const
