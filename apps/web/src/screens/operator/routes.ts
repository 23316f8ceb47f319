import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { requireToken, root, textsOf } from '../../app/routes.ts'

/** The parent route of the screens for operators, which belong to no organisation. */
export const operator = createRoute({
  getParentRoute: () => root,
  path: '/operator',
  beforeLoad: requireToken,
  component: lazyRouteComponent(() => import('./operator-shell.tsx'), 'OperatorShell'),
})
const tenants = createRoute({
  getParentRoute: () => operator,
  path: '/tenants',
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./tenants.tsx'), 'Tenants'),
})
const tenant = createRoute({
  getParentRoute: () => operator,
  path: '/tenants/$organisation',
  component: lazyRouteComponent(() => import('./tenant.tsx'), 'TenantPage'),
})
const accounts = createRoute({
  getParentRoute: () => operator,
  path: '/accounts',
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./accounts.tsx'), 'Accounts'),
})
const account = createRoute({
  getParentRoute: () => operator,
  path: '/accounts/$account',
  component: lazyRouteComponent(() => import('./account.tsx'), 'AccountPage'),
})
const health = createRoute({
  getParentRoute: () => operator,
  path: '/health',
  component: lazyRouteComponent(() => import('./health.tsx'), 'Health'),
})

/** The screens for operators: organisations, accounts and health. */
export const operatorRoutes = [tenants, tenant, accounts, account, health] as const
