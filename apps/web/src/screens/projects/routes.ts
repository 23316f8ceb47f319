import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { tenant, textsOf } from '../../app/routes.ts'

const projects = createRoute({
  getParentRoute: () => tenant,
  path: '/projects',
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./projects.tsx'), 'Projects'),
})
const project = createRoute({
  getParentRoute: () => tenant,
  path: '/projects/$project',
  component: lazyRouteComponent(() => import('./project.tsx'), 'ProjectPage'),
})

/** The screens of projects. */
export const projectRoutes = [projects, project] as const
