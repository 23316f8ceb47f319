import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { tenant, textsOf } from '../../app/routes.ts'

const issues = createRoute({
  getParentRoute: () => tenant,
  path: '/issues',
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./issues.tsx'), 'Issues'),
})
const issue = createRoute({
  getParentRoute: () => tenant,
  path: '/issues/$issue',
  component: lazyRouteComponent(() => import('./issue.tsx'), 'IssuePage'),
})

/** The screens of issues. */
export const issueRoutes = [issues, issue] as const
