import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { tenant, textsOf } from '../../app/routes.ts'

/** Above the pages of the settings of an organisation. */
export const settings = createRoute({
  getParentRoute: () => tenant,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings-frame.tsx'), 'SettingsFrame'),
})
const organisation = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: lazyRouteComponent(() => import('./organisation.tsx'), 'Organisation'),
})
const members = createRoute({
  getParentRoute: () => settings,
  path: '/members',
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./members.tsx'), 'Members'),
})
const member = createRoute({
  getParentRoute: () => settings,
  path: '/members/$member',
  component: lazyRouteComponent(() => import('./member.tsx'), 'MemberPage'),
})
const invitations = createRoute({
  getParentRoute: () => settings,
  path: '/invitations',
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./invitations.tsx'), 'Invitations'),
})
const groups = createRoute({
  getParentRoute: () => settings,
  path: '/groups',
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./groups.tsx'), 'Groups'),
})
const group = createRoute({
  getParentRoute: () => settings,
  path: '/groups/$group',
  component: lazyRouteComponent(() => import('./group.tsx'), 'GroupPage'),
})
const serviceAccounts = createRoute({
  getParentRoute: () => settings,
  path: '/service-accounts',
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./service-accounts.tsx'), 'ServiceAccounts'),
})
const serviceAccount = createRoute({
  getParentRoute: () => settings,
  path: '/service-accounts/$account',
  component: lazyRouteComponent(() => import('./service-account.tsx'), 'ServiceAccountPage'),
})
const keys = createRoute({
  getParentRoute: () => settings,
  path: '/keys',
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./keys.tsx'), 'Keys'),
})

/** The organisation itself, and who and what may act in it. */
export const settingsRoutes = [
  organisation,
  members,
  member,
  invitations,
  groups,
  group,
  serviceAccounts,
  serviceAccount,
  keys,
] as const
