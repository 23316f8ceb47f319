import { msg } from '@lingui/core/macro'
import {
  ArrowLeftRight,
  CalendarDays,
  ClipboardCheck,
  GraduationCap,
  MapPinned,
  Printer,
  Settings,
  Tags,
  Truck,
  Undo2,
  UserRound,
} from 'lucide-react'
import type { Place } from '../app/places.ts'
import { settingsPlaces } from '../app/settings-places.ts'

/** Screens that are not in the sidebar. The command menu and links on other screens lead to them. */
export const furtherPlaces: readonly Place[] = [
  { to: '/t/$tenant/scan/return', label: msg`Scan: take back`, icon: Undo2, permission: 'assets:write' },
  {
    to: '/t/$tenant/scan/move',
    label: msg`Scan: move`,
    icon: Truck,
    permission: ['assets:write', 'locations:read'],
  },
  {
    to: '/t/$tenant/scan/stock',
    label: msg`Scan: take stock`,
    icon: ClipboardCheck,
    permission: ['assets:write', 'locations:read'],
  },
  {
    to: '/t/$tenant/asset-assignments',
    label: msg`Handed out`,
    icon: ArrowLeftRight,
    permission: 'assets:read',
  },
  { to: '/t/$tenant/labels', label: msg`Labels of assets`, icon: Printer, permission: 'assets:read' },
  {
    to: '/t/$tenant/location-types',
    label: msg`Types of locations`,
    icon: MapPinned,
    permission: 'locations:read',
  },
  {
    to: '/t/$tenant/school-years',
    label: msg`School years`,
    icon: CalendarDays,
    permission: 'education:read',
  },
  {
    to: '/t/$tenant/school-calendars',
    label: msg`Calendars`,
    icon: CalendarDays,
    permission: 'education:read',
  },
  {
    to: '/t/$tenant/school-grade-levels',
    label: msg`Grade levels`,
    icon: GraduationCap,
    permission: 'education:read',
  },
  { to: '/t/$tenant/class-list', label: msg`Class list`, icon: GraduationCap, permission: 'education:read' },
  {
    to: '/t/$tenant/employment-assignment-types',
    label: msg`Types of assignments`,
    icon: Tags,
    permission: 'employments:read',
  },
  { to: '/t/$tenant/account', label: msg`Your account`, icon: UserRound },
  // The sidebar contains the first one.
  ...settingsPlaces.slice(1).map((place) => ({ ...place, icon: Settings })),
]
