import { lazy } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import type { UnloadedProps } from '../ui/unloaded.tsx'
import type { Pickable } from './picker.tsx'

/** An option of the chooser. */
export interface Option {
  readonly id: string
  readonly text: string
  readonly detail?: string | undefined
  /** True if it cannot be chosen now; `detail` can say why. */
  readonly isOff?: boolean
  readonly isDangerous?: boolean
}

export interface ChooserProps {
  readonly title: string
  readonly label: string
  readonly options: readonly Option[] | undefined
  /** The kind of records to search at the service. They are listed before the options. */
  readonly of?: Pickable
  /** Options that are listed before the records. */
  readonly first?: readonly Option[]
  /** The query that the options come from. If it has failed, the user can retry it. */
  readonly query?: UnloadedProps['query']
  /** Called with words that no option matches, when the user presses Enter. The field is then emptied. */
  readonly onUnknown?: (words: string) => void
  readonly onChoose: (id: string, text: string) => void
  readonly onClose: () => void
}

/** Loads the list: when a chooser is first opened, or with the user's first input on the screens of issues. */
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
