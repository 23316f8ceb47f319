import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { tenant, textsOf } from '../../app/routes.ts'

const settings = createRoute({
  getParentRoute: () => tenant,
  path: '/settings',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/t/$tenant/settings/members', params, replace: true })
  },
})
const members = createRoute({
  getParentRoute: () => tenant,
  path: '/settings/members',
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./members.tsx'), 'Members'),
})
const member = createRoute({
  getParentRoute: () => tenant,
  path: '/settings/members/$member',
  component: lazyRouteComponent(() => import('./member.tsx'), 'MemberPage'),
})
const invitations = createRoute({
  getParentRoute: () => tenant,
  path: '/settings/invitations',
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./invitations.tsx'), 'Invitations'),
})
const groups = createRoute({
  getParentRoute: () => tenant,
  path: '/settings/groups',
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./groups.tsx'), 'Groups'),
})
const group = createRoute({
  getParentRoute: () => tenant,
  path: '/settings/groups/$group',
  component: lazyRouteComponent(() => import('./group.tsx'), 'GroupPage'),
})
const serviceAccounts = createRoute({
  getParentRoute: () => tenant,
  path: '/settings/service-accounts',
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./service-accounts.tsx'), 'ServiceAccounts'),
})
const serviceAccount = createRoute({
  getParentRoute: () => tenant,
  path: '/settings/service-accounts/$account',
  component: lazyRouteComponent(() => import('./service-account.tsx'), 'ServiceAccountPage'),
})
const keys = createRoute({
  getParentRoute: () => tenant,
  path: '/settings/keys',
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./keys.tsx'), 'Keys'),
})

/** The screens on who and what may act in the organisation. */
export const settingsRoutes = [
  settings,
  members,
  member,
  invitations,
  groups,
  group,
  serviceAccounts,
  serviceAccount,
  keys,
] as const
