import type { Permission } from '@commonhold/contract'
import { msg } from '@lingui/core/macro'
import { Plus } from 'lucide-react'
import type { Place } from '../app/places.ts'

/** A list whose form for a new record the command menu opens. The words are those of its button. */
interface Creation extends Place {
  readonly permission: Permission
  /** Records belong to projects: the permission for one is enough. */
  readonly isInProjects?: true
}

/** What can be made from anywhere. */
export const creations: readonly Creation[] = [
  {
    to: '/t/$tenant/issues',
    label: msg`New issue`,
    icon: Plus,
    permission: 'issues:write',
    isInProjects: true,
  },
  {
    to: '/t/$tenant/assets',
    label: msg`Register an asset`,
    icon: Plus,
    permission: 'assets:write',
    isInProjects: true,
  },
  { to: '/t/$tenant/asset-models', label: msg`Register a model`, icon: Plus, permission: 'assets:write' },
  { to: '/t/$tenant/people', label: msg`Register a person`, icon: Plus, permission: 'persons:write' },
  { to: '/t/$tenant/locations', label: msg`Add a location`, icon: Plus, permission: 'locations:write' },
  {
    to: '/t/$tenant/configuration-items',
    label: msg`Add a configuration item`,
    icon: Plus,
    permission: 'configuration_items:write',
  },
  {
    to: '/t/$tenant/repairs',
    label: msg`Report a repair`,
    icon: Plus,
    permission: 'assets:write',
    isInProjects: true,
  },
  {
    to: '/t/$tenant/school-enrollments',
    label: msg`Enroll somebody`,
    icon: Plus,
    permission: 'education:write',
  },
  {
    to: '/t/$tenant/school-employments',
    label: msg`Employ somebody`,
    icon: Plus,
    permission: 'employments:write',
  },
  { to: '/t/$tenant/schools', label: msg`Add a school`, icon: Plus, permission: 'education:write' },
  { to: '/t/$tenant/projects', label: msg`Add a project`, icon: Plus, permission: 'projects:write' },
  { to: '/t/$tenant/settings/groups', label: msg`New group`, icon: Plus, permission: 'groups:write' },
  {
    to: '/t/$tenant/settings/service-accounts',
    label: msg`New service account`,
    icon: Plus,
    permission: 'service_accounts:write',
  },
  { to: '/t/$tenant/settings/webhooks', label: msg`New webhook`, icon: Plus, permission: 'webhooks:write' },
]
