import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { tenant, textsOf } from '../../app/routes.ts'

const screen = (name: 'ScanIssue' | 'ScanReturn' | 'ScanMove' | 'ScanStock') =>
  lazyRouteComponent(() => import('./scan.tsx'), name)

const issue = createRoute({
  getParentRoute: () => tenant,
  path: '/scan/issue',
  staticData: { permission: 'assets:write', texts: 'scan' },
  validateSearch: textsOf,
  component: screen('ScanIssue'),
})
const back = createRoute({
  getParentRoute: () => tenant,
  path: '/scan/return',
  staticData: { permission: 'assets:write', texts: 'scan' },
  validateSearch: textsOf,
  component: screen('ScanReturn'),
})
const move = createRoute({
  getParentRoute: () => tenant,
  path: '/scan/move',
  staticData: { permission: ['assets:write', 'locations:read'], texts: 'scan' },
  validateSearch: textsOf,
  component: screen('ScanMove'),
})
const stock = createRoute({
  getParentRoute: () => tenant,
  path: '/scan/stock',
  staticData: { permission: ['assets:write', 'locations:read'], texts: 'scan' },
  validateSearch: textsOf,
  component: screen('ScanStock'),
})

/** The screens for codes that a scanner types, or that a camera reads. */
export const scanRoutes = [issue, back, move, stock] as const
