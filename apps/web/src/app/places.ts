import type { Permission } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { LinkProps } from '@tanstack/react-router'
import { Boxes, CircleDot, FolderKanban, type LucideIcon, Settings } from 'lucide-react'

/** A screen that the sidebar and the command menu lead to. */
export interface Place {
  readonly to: NonNullable<LinkProps['to']>
  readonly label: MessageDescriptor
  readonly icon: LucideIcon
  /** What one must be allowed to do for it to be offered. */
  readonly permission?: Permission
  /** The first one of a group: the sidebar leaves a gap before it. */
  readonly isFirst?: boolean
}

/** The screens in the order in which they are offered. */
export const places: readonly Place[] = [
  { to: '/dashboard/issues', label: msg`Issues`, icon: CircleDot, permission: 'issues:read' },
  { to: '/t/$tenant/assets', label: msg`Assets`, icon: Boxes, permission: 'assets:read', isFirst: true },
  { to: '/t/$tenant/projects', label: msg`Projects`, icon: FolderKanban, permission: 'projects:read' },
  { to: '/t/$tenant/settings', label: msg`Settings`, icon: Settings, isFirst: true },
]
