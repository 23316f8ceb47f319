import { lazy } from 'react'
import { Dialog } from '../../ui/dialog.tsx'

/** What can be chosen. */
export interface Option {
  readonly id: string
  readonly text: string
  readonly detail?: string | undefined
  /** Why it cannot be chosen now. */
  readonly isOff?: boolean
}

export interface ChooserProps {
  readonly title: string
  readonly label: string
  readonly options: readonly Option[] | undefined
  readonly onChoose: (id: string) => void
  readonly onClose: () => void
}

/** Loaded with the first choice, or with the first key on the screens of issues. */
export const loadChooser = () => import('./chooser-list.tsx')
const ChooserList = lazy(loadChooser)

/** A dialog to choose one thing by typing a part of its name and pressing Enter. */
export function Chooser({ title, onClose, ...list }: ChooserProps) {
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <ChooserList {...list} />
    </Dialog>
  )
}
