import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { tenant, textsOf } from '../../app/routes.ts'

/** The parent route of the settings of an organisation. */
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
  staticData: { permission: 'users:read' },
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./members.tsx'), 'Members'),
})
const member = createRoute({
  getParentRoute: () => settings,
  path: '/members/$member',
  staticData: { permission: 'users:read' },
  component: lazyRouteComponent(() => import('./member.tsx'), 'MemberPage'),
})
const invitations = createRoute({
  getParentRoute: () => settings,
  path: '/invitations',
  staticData: { permission: 'users:read' },
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./invitations.tsx'), 'Invitations'),
})
const groups = createRoute({
  getParentRoute: () => settings,
  path: '/groups',
  staticData: { permission: 'groups:read' },
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./groups.tsx'), 'Groups'),
})
const group = createRoute({
  getParentRoute: () => settings,
  path: '/groups/$group',
  staticData: { permission: 'groups:read' },
  component: lazyRouteComponent(() => import('./group.tsx'), 'GroupPage'),
})
const serviceAccounts = createRoute({
  getParentRoute: () => settings,
  path: '/service-accounts',
  staticData: { permission: 'service_accounts:read' },
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./service-accounts.tsx'), 'ServiceAccounts'),
})
const serviceAccount = createRoute({
  getParentRoute: () => settings,
  path: '/service-accounts/$account',
  staticData: { permission: 'service_accounts:read' },
  component: lazyRouteComponent(() => import('./service-account.tsx'), 'ServiceAccountPage'),
})
const keys = createRoute({
  getParentRoute: () => settings,
  path: '/keys',
  staticData: { permission: 'service_accounts:read' },
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./keys.tsx'), 'Keys'),
})
const webhooks = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks',
  staticData: { permission: 'webhooks:read' },
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./webhooks.tsx'), 'Webhooks'),
})
const webhook = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks/$webhook',
  staticData: { permission: 'webhooks:read' },
  component: lazyRouteComponent(() => import('./webhook.tsx'), 'WebhookPage'),
})
const auditLog = createRoute({
  getParentRoute: () => settings,
  path: '/audit-log',
  staticData: { permission: 'audit:read' },
  validateSearch: textsOf,
  component: lazyRouteComponent(() => import('./audit-log.tsx'), 'AuditLog'),
})

/** The screens of the settings: organisation, members, groups, service accounts, keys, webhooks and audit log. */
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
  webhooks,
  webhook,
  auditLog,
] as const
