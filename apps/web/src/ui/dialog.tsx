import { lazy, type ReactNode, Suspense } from 'react'

export interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** A drawer at the side, for forms of many fields. */
  readonly isDrawer?: boolean
  readonly children: ReactNode
}

/** Loaded with the first dialog, or when somebody begins to work. */
export const loadDialog = () => import('./dialog-frame.tsx')
const DialogFrame = lazy(loadDialog)

/** A dialog over the page, shown when all that is in it is loaded. It keeps the focus until it is closed, and gives it back to what opened it. */
export function Dialog(props: DialogProps) {
  return (
    <Suspense fallback={null}>
      <DialogFrame {...props} />
    </Suspense>
  )
}
