import { lazy } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import type { UnloadedProps } from '../ui/unloaded.tsx'
import type { Pickable } from './picker.tsx'

/** What can be chosen. */
export interface Option {
  readonly id: string
  readonly text: string
  readonly detail?: string | undefined
  /** Why it cannot be chosen now. */
  readonly isOff?: boolean
  readonly isDangerous?: boolean
}

export interface ChooserProps {
  readonly title: string
  readonly label: string
  readonly options: readonly Option[] | undefined
  /** Records to search at the service, offered before the options. */
  readonly of?: Pickable
  /** Options that stand before the records, too. */
  readonly first?: readonly Option[]
  /** What the options follow from, to be tried again when it could not be had. */
  readonly query?: UnloadedProps['query']
  readonly onChoose: (id: string, text: string) => void
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
