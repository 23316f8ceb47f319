import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  readonly icon?: LucideIcon
  readonly title: string
  /** What such a record is. */
  readonly text?: string | undefined
  /** The first step. */
  readonly children?: ReactNode
}

/** Shown instead of an empty list: what such a record is, and the first step. */
export function EmptyState({ icon: Icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="empty-state">
      {Icon && <Icon aria-hidden="true" />}
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </div>
  )
}
