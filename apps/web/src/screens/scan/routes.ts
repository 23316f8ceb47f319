import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { tenant } from '../../app/routes.ts'

const screen = (name: 'ScanIssue' | 'ScanReturn' | 'ScanMove' | 'ScanStock') =>
  lazyRouteComponent(() => import('./scan.tsx'), name)

const issue = createRoute({
  getParentRoute: () => tenant,
  path: '/scan/issue',
  component: screen('ScanIssue'),
})
const back = createRoute({
  getParentRoute: () => tenant,
  path: '/scan/return',
  component: screen('ScanReturn'),
})
const move = createRoute({
  getParentRoute: () => tenant,
  path: '/scan/move',
  component: screen('ScanMove'),
})
const stock = createRoute({
  getParentRoute: () => tenant,
  path: '/scan/stock',
  component: screen('ScanStock'),
})

/** The screens for a scanner that types. */
export const scanRoutes = [issue, back, move, stock] as const
