import { lazy, type ReactNode, Suspense, useState } from 'react'

/** The chosen entries of a menu; `all` is every entry. */
export type MenuSelection = 'all' | ReadonlySet<string | number>

export interface MenuButtonProps {
  /** What the button shows. */
  readonly face: ReactNode
  /** Read out by screen readers before the face, if the face alone is not clear. */
  readonly label?: string
  readonly className?: string
  readonly placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right bottom'
  readonly onAction?: (key: string | number) => void
  readonly selectionMode?: 'single' | 'multiple'
  readonly selectedKeys?: Iterable<string>
  readonly onSelectionChange?: (keys: MenuSelection) => void
  /** Its entries, each a `MenuItem`. */
  readonly children: ReactNode
}

/** Loads the menu: when a menu is first opened, or with the user's first input. */
export const loadMenu = () => import('./opened-menu.tsx')
const OpenedMenu = lazy(loadMenu)

/** The default class of a menu's button. */
export const usualMenuButton = 'button outlined small'

/** A button that opens a menu. */
export function MenuButton(props: MenuButtonProps) {
  const { face, label, className = usualMenuButton } = props
  const [isWanted, setWanted] = useState(false)
  const closed = (
    <button
      type="button"
      className={className}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={loadMenu}
      onFocus={loadMenu}
      onClick={() => setWanted(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        setWanted(true)
      }}
    >
      {label && <span className="unseen">{label} </span>}
      {face}
    </button>
  )
  return isWanted ? (
    <Suspense fallback={closed}>
      <OpenedMenu {...props} />
    </Suspense>
  ) : (
    closed
  )
}

export interface MenuItemProps {
  readonly id: string
  readonly isDangerous?: boolean
  readonly isDisabled?: boolean
  readonly textValue: string
  readonly children: ReactNode
}

/** An entry of a menu. It renders nothing itself: the opened menu reads its props. */
export function MenuItem(_: MenuItemProps): ReactNode {
  return null
}
