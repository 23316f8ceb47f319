import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { LinkProps } from '@tanstack/react-router'
import {
  Boxes,
  BriefcaseBusiness,
  CircleDot,
  FolderKanban,
  GraduationCap,
  House,
  type LucideIcon,
  MapPin,
  Network,
  ScanLine,
  School,
  Settings,
  Shapes,
  Users,
  Wrench,
} from 'lucide-react'
import type { Needed } from '../records/can.ts'

/** A screen that the sidebar and the command menu lead to. */
export interface Place {
  readonly to: NonNullable<LinkProps['to']>
  readonly label: MessageDescriptor
  readonly icon: LucideIcon
  /** The permission that the user needs to be offered the screen. */
  readonly permission?: Needed
  /** Marked as current only on an exact match, because the addresses of other places begin with this one. */
  readonly isExact?: boolean
  /** The first one of a group: the sidebar leaves a gap before it. */
  readonly isFirst?: boolean
  /** Further path prefixes that mark it as active. */
  readonly covers?: readonly string[]
  /** A phone shows it before others. */
  readonly isPreferred?: boolean
}

/** The screens in the order in which they are shown. */
export const places: readonly Place[] = [
  { to: '/t/$tenant', label: msg`Home`, icon: House, isExact: true, isPreferred: true },
  {
    to: '/t/$tenant/issues',
    label: msg`Issues`,
    icon: CircleDot,
    permission: 'issues:read',
    isPreferred: true,
  },
  {
    to: '/t/$tenant/assets',
    label: msg`Assets`,
    icon: Boxes,
    permission: 'assets:read',
    isFirst: true,
    isPreferred: true,
    covers: ['/t/$tenant/asset-assignments', '/t/$tenant/labels'],
  },
  { to: '/t/$tenant/asset-models', label: msg`Models`, icon: Shapes, permission: 'assets:read' },
  { to: '/t/$tenant/repairs', label: msg`Repairs`, icon: Wrench, permission: 'assets:read' },
  {
    to: '/t/$tenant/scan/issue',
    label: msg`Scan`,
    icon: ScanLine,
    permission: 'assets:write',
    isPreferred: true,
    covers: ['/t/$tenant/scan'],
  },
  {
    to: '/t/$tenant/locations',
    label: msg`Locations`,
    icon: MapPin,
    permission: 'locations:read',
    covers: ['/t/$tenant/location-types'],
  },
  {
    to: '/t/$tenant/configuration-items',
    label: msg`Configuration items`,
    icon: Network,
    permission: 'configuration_items:read',
  },
  { to: '/t/$tenant/people', label: msg`People`, icon: Users, permission: 'persons:read', isFirst: true },
  {
    to: '/t/$tenant/schools',
    label: msg`Schools`,
    icon: School,
    permission: 'education:read',
    covers: ['/t/$tenant/school-years', '/t/$tenant/school-calendars', '/t/$tenant/school-grade-levels'],
  },
  {
    to: '/t/$tenant/school-enrollments',
    label: msg`Enrollments`,
    icon: GraduationCap,
    permission: 'education:read',
    covers: ['/t/$tenant/class-list'],
  },
  {
    to: '/t/$tenant/school-employments',
    label: msg`Employments`,
    icon: BriefcaseBusiness,
    permission: 'employments:read',
    covers: ['/t/$tenant/employment-assignment-types'],
  },
  {
    to: '/t/$tenant/projects',
    label: msg`Projects`,
    icon: FolderKanban,
    permission: 'projects:read',
    isFirst: true,
  },
  { to: '/t/$tenant/settings', label: msg`Settings`, icon: Settings },
]
