import type { Permission } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { LinkProps } from '@tanstack/react-router'

/** A page of the settings of an organisation. */
export interface SettingsPlace {
  readonly to: NonNullable<LinkProps['to']>
  readonly label: MessageDescriptor
  /** The permission that the user needs to be offered the page. */
  readonly permission?: Permission
  /** The heading above this page and those that follow it. */
  readonly heading?: MessageDescriptor
}

const permission = 'issue_configuration:read'

/** The pages of the settings in the order in which they are shown. */
export const settingsPlaces: readonly SettingsPlace[] = [
  { to: '/t/$tenant/settings', label: msg`Organisation`, heading: msg`General` },
  {
    to: '/t/$tenant/settings/members',
    label: msg`Members`,
    permission: 'users:read',
    heading: msg`People and programs`,
  },
  { to: '/t/$tenant/settings/invitations', label: msg`Invitations`, permission: 'users:read' },
  { to: '/t/$tenant/settings/groups', label: msg`Groups`, permission: 'groups:read' },
  {
    to: '/t/$tenant/settings/service-accounts',
    label: msg`Service accounts`,
    permission: 'service_accounts:read',
  },
  { to: '/t/$tenant/settings/keys', label: msg`API keys`, permission: 'service_accounts:read' },
  { to: '/t/$tenant/settings/webhooks', label: msg`Webhooks`, permission: 'webhooks:read' },
  { to: '/t/$tenant/settings/audit-log', label: msg`Audit log`, permission: 'audit:read' },
  { to: '/t/$tenant/settings/types', label: msg`Issue types`, permission, heading: msg`Issues` },
  { to: '/t/$tenant/settings/workflows', label: msg`Workflows`, permission },
  { to: '/t/$tenant/settings/statuses', label: msg`Statuses`, permission },
  { to: '/t/$tenant/settings/screens', label: msg`Screens`, permission },
  { to: '/t/$tenant/settings/fields', label: msg`Fields`, permission },
  { to: '/t/$tenant/settings/priorities', label: msg`Priorities`, permission },
  { to: '/t/$tenant/settings/link-types', label: msg`Link types`, permission },
]
