import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { LinkProps } from '@tanstack/react-router'
import type { Needed } from '../records/can.ts'

/** A list whose form for a new record can be opened from the command menu. */
interface Creation {
  readonly to: NonNullable<LinkProps['to']>
  /** The same text as on the button of the list. */
  readonly label: MessageDescriptor
  /** The permission to add a record, and those to read the records that the form requires. */
  readonly permission: Needed
  /** The records belong to projects, so the permission in one project is enough. */
  readonly isInProjects?: true
}

/** The forms that can be opened from every screen. */
export const creations: readonly Creation[] = [
  {
    to: '/t/$tenant/issues',
    label: msg`New issue`,
    permission: 'issues:write',
    isInProjects: true,
  },
  {
    to: '/t/$tenant/assets',
    label: msg`Register an asset`,
    permission: 'assets:write',
    isInProjects: true,
  },
  { to: '/t/$tenant/asset-models', label: msg`Register a model`, permission: 'assets:write' },
  { to: '/t/$tenant/people', label: msg`Register a person`, permission: 'persons:write' },
  { to: '/t/$tenant/locations', label: msg`Add a location`, permission: 'locations:write' },
  {
    to: '/t/$tenant/configuration-items',
    label: msg`Add a configuration item`,
    permission: 'configuration_items:write',
  },
  {
    to: '/t/$tenant/repairs',
    label: msg`Report a repair`,
    permission: 'assets:write',
    isInProjects: true,
  },
  {
    to: '/t/$tenant/school-enrollments',
    label: msg`Enroll somebody`,
    permission: ['education:write', 'persons:read', 'education:read'],
  },
  {
    to: '/t/$tenant/school-employments',
    label: msg`Employ somebody`,
    permission: ['employments:write', 'persons:read', 'education:read'],
  },
  { to: '/t/$tenant/schools', label: msg`Add a school`, permission: 'education:write' },
  { to: '/t/$tenant/projects', label: msg`Add a project`, permission: 'projects:write' },
  { to: '/t/$tenant/settings/groups', label: msg`New group`, permission: 'groups:write' },
  {
    to: '/t/$tenant/settings/service-accounts',
    label: msg`New service account`,
    permission: 'service_accounts:write',
  },
  { to: '/t/$tenant/settings/webhooks', label: msg`New webhook`, permission: 'webhooks:write' },
]
