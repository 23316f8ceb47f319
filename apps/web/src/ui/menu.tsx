import type { ReactNode } from 'react'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  Button,
  type MenuItemProps,
  type MenuProps,
  MenuTrigger,
  Popover,
} from 'react-aria-components'

interface MenuButtonProps extends MenuProps<object> {
  /** What the button shows. */
  readonly face: ReactNode
  /** Read out before the face, where that does not say it all. */
  readonly label?: string
  readonly className?: string
  readonly placement?: 'bottom start' | 'bottom end' | 'top start' | 'right bottom'
}

/** A button that opens a menu. */
export function MenuButton({ face, label, className, placement, children, ...menu }: MenuButtonProps) {
  return (
    <MenuTrigger>
      <Button className={className ?? 'button outlined small'}>
        {label && <span className="unseen">{label} </span>}
        {face}
      </Button>
      <Popover className="popover" placement={placement ?? 'bottom start'}>
        <AriaMenu className="menu" {...menu}>
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}

interface ItemProps extends Omit<MenuItemProps, 'className' | 'children'> {
  readonly isDangerous?: boolean
  readonly textValue: string
  readonly children: ReactNode
}

/** An entry of a menu. */
export function MenuItem({ isDangerous = false, children, ...item }: ItemProps) {
  return (
    <AriaMenuItem className={isDangerous ? 'menu-item dangerous' : 'menu-item'} {...item}>
      {children}
    </AriaMenuItem>
  )
}
