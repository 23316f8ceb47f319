import type { ReactNode } from 'react'

interface NoticeProps {
  readonly tone: 'good' | 'info' | 'problem'
  readonly children: ReactNode
}

const marks = { good: 'M5 10.5l3.2 3.2L15 7', info: 'M10 9v5M10 6v.01', problem: 'M10 5.5v5.5M10 14v.01' }

/** A highlighted message. Put it in an element with the role `status` or `alert`, which announces it. */
export function Notice({ tone, children }: NoticeProps) {
  return (
    <div className={`notice ${tone}`}>
      <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
        <circle cx="10" cy="10" r="9" />
        <path d={marks[tone]} />
      </svg>
      <div>{children}</div>
    </div>
  )
}
