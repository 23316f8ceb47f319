import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { openTextsOf, tenant, textsOf } from '../../app/routes.ts'

const home = createRoute({
  getParentRoute: () => tenant,
  path: '/',
  component: lazyRouteComponent(() => import('./home.tsx'), 'Home'),
})
const issues = createRoute({
  getParentRoute: () => tenant,
  path: '/issues',
  staticData: { permission: 'issues:read' },
  validateSearch: openTextsOf,
  component: lazyRouteComponent(() => import('./issues.tsx'), 'Issues'),
})
const board = createRoute({
  getParentRoute: () => tenant,
  path: '/issues/board',
  staticData: { permission: 'issues:read', texts: 'issueViews' },
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./board.tsx'), 'Board'),
})
const calendar = createRoute({
  getParentRoute: () => tenant,
  path: '/issues/calendar',
  staticData: { permission: 'issues:read', texts: 'issueViews' },
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./change-calendar.tsx'), 'ChangeCalendar'),
})
const issue = createRoute({
  getParentRoute: () => tenant,
  path: '/issues/$issue',
  staticData: { permission: 'issues:read' },
  component: lazyRouteComponent(() => import('./issue.tsx'), 'IssuePage'),
})

/** The start page and the screens of issues. */
export const issueRoutes = [home, issues, board, calendar, issue] as const
