import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { tenant, textsOf } from '../../app/routes.ts'

const home = createRoute({
  getParentRoute: () => tenant,
  path: '/',
  component: lazyRouteComponent(() => import('./home.tsx'), 'Home'),
})
const issues = createRoute({
  getParentRoute: () => tenant,
  path: '/issues',
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./issues.tsx'), 'Issues'),
})
const board = createRoute({
  getParentRoute: () => tenant,
  path: '/issues/board',
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./board.tsx'), 'Board'),
})
const calendar = createRoute({
  getParentRoute: () => tenant,
  path: '/issues/calendar',
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./change-calendar.tsx'), 'ChangeCalendar'),
})
const issue = createRoute({
  getParentRoute: () => tenant,
  path: '/issues/$issue',
  component: lazyRouteComponent(() => import('./issue.tsx'), 'IssuePage'),
})

/** The start of the day and the screens of issues. */
export const issueRoutes = [home, issues, board, calendar, issue] as const
