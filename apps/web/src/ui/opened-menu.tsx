import { Children, isValidElement, useEffect, useRef, useState } from 'react'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  Button,
  MenuTrigger,
  Popover,
} from 'react-aria-components'
import { type MenuButtonProps, MenuItem, type MenuItemProps, usualMenuButton } from './menu.tsx'

/** A button whose menu is open from the start. It replaces the button that was pressed. */
export default function OpenedMenu({
  face,
  label,
  className = usualMenuButton,
  placement = 'bottom start',
  children,
  ...menu
}: MenuButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The focus returns to the button when the menu is closed.
    button.current?.focus()
    setOpen(true)
  }, [])
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button className={className} ref={button}>
        {label && <span className="unseen">{label} </span>}
        {face}
      </Button>
      <Popover className="popover" placement={placement}>
        <AriaMenu className="menu" {...menu}>
          {Children.toArray(children).map((child) => {
            if (!isValidElement<MenuItemProps>(child) || child.type !== MenuItem) return null
            const { isDangerous = false, ...item } = child.props
            return (
              <AriaMenuItem
                key={item.id}
                className={isDangerous ? 'menu-item dangerous' : 'menu-item'}
                {...item}
              />
            )
          })}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  )
}
