import { lazy, type ReactNode, Suspense } from 'react'

export interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  /** A drawer at the side, for forms of many fields. */
  readonly isDrawer?: boolean
  readonly children: ReactNode
}

/** Loads the frame: when a dialog is first opened, or with the user's first input. */
export const loadDialog = () => import('./dialog-frame.tsx')
const DialogFrame = lazy(loadDialog)

/**
 * A dialog over the page, shown when its content is loaded. It keeps the focus until it is closed, and then returns it to the
 * element that opened it.
 */
export function Dialog(props: DialogProps) {
  return (
    <Suspense fallback={null}>
      <DialogFrame {...props} />
    </Suspense>
  )
}
