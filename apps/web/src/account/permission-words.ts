import type { Permission } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** The context is needed because this is the verb; the list of issues has the noun. */
const view = msg({ message: 'View', context: 'verb' })

type PermissionWords<P extends Permission> = Readonly<Record<P, MessageDescriptor>>

type KindOf<P extends Permission> = P extends `${infer K}:${string}` ? K : never

/** By kind of permission. The type requires words for every permission. */
const wordsOfKinds: {
  readonly [K in KindOf<Permission>]: {
    readonly label: MessageDescriptor
    readonly actions: PermissionWords<Extract<Permission, `${K}:${string}`>>
  }
} = {
  assets: {
    label: msg`Assets`,
    actions: { 'assets:read': view, 'assets:write': msg`Change`, 'assets:delete': msg`Delete` },
  },
  issues: {
    label: msg`Issues`,
    actions: {
      'issues:read': view,
      'issues:write': msg`Change`,
      'issues:delete': msg`Delete`,
      'issues:read_internal': msg`Read internal comments`,
      'issues:manage': msg`Manage`,
    },
  },
  issue_configuration: {
    label: msg`Issue configuration`,
    actions: {
      'issue_configuration:read': view,
      'issue_configuration:write': msg`Change`,
      'issue_configuration:delete': msg`Delete`,
    },
  },
  projects: {
    label: msg`Projects`,
    actions: { 'projects:read': view, 'projects:write': msg`Change`, 'projects:delete': msg`Delete` },
  },
  persons: {
    label: msg`Persons`,
    actions: {
      'persons:read': view,
      'persons:read_sensitive': msg`View protected details`,
      'persons:write': msg`Change`,
      'persons:delete': msg`Delete`,
    },
  },
  locations: {
    label: msg`Locations`,
    actions: { 'locations:read': view, 'locations:write': msg`Change`, 'locations:delete': msg`Delete` },
  },
  configuration_items: {
    label: msg`Configuration items`,
    actions: {
      'configuration_items:read': view,
      'configuration_items:write': msg`Change`,
      'configuration_items:delete': msg`Delete`,
    },
  },
  education: {
    label: msg`Schools and enrollments`,
    actions: { 'education:read': view, 'education:write': msg`Change`, 'education:delete': msg`Delete` },
  },
  employments: {
    label: msg`Employments`,
    actions: {
      'employments:read': view,
      'employments:write': msg`Change`,
      'employments:delete': msg`Delete`,
    },
  },
  groups: {
    label: msg`Groups`,
    actions: { 'groups:read': view, 'groups:write': msg`Change`, 'groups:delete': msg`Delete` },
  },
  users: {
    label: msg`Members`,
    actions: { 'users:read': view, 'users:write': msg`Change`, 'users:delete': msg`Delete` },
  },
  service_accounts: {
    label: msg`Service accounts`,
    actions: {
      'service_accounts:read': view,
      'service_accounts:write': msg`Change`,
      'service_accounts:delete': msg`Delete`,
    },
  },
  webhooks: {
    label: msg`Webhooks`,
    actions: { 'webhooks:read': view, 'webhooks:write': msg`Change`, 'webhooks:delete': msg`Delete` },
  },
  audit: { label: msg`Audit log`, actions: { 'audit:read': view } },
  tenant: {
    label: msg`The organisation`,
    actions: { 'tenant:read': view, 'tenant:write': msg`Change`, 'tenant:delete': msg`Delete` },
  },
}

/** The kinds of permissions, each with its name and the names of its permissions. */
export const permissionKinds: readonly {
  readonly kind: string
  readonly label: MessageDescriptor
  readonly actions: Partial<PermissionWords<Permission>>
}[] = Object.entries(wordsOfKinds).map(([kind, words]) => ({ kind, ...words }))
