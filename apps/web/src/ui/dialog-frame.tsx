import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog as AriaDialog, Button, Heading, Modal, ModalOverlay } from 'react-aria-components'
import type { DialogProps } from './dialog.tsx'
import { keepFocus } from './keep-focus.ts'

/** The frame of a dialog: its title, the button that closes it, and the content. */
export default function DialogFrame({ title, isOpen, onClose, isDrawer = false, children }: DialogProps) {
  const { t } = useLingui()
  return (
    <ModalOverlay
      className="veil"
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      isDismissable={false}
    >
      <Modal className={isDrawer ? 'drawer' : 'modal'}>
        <AriaDialog className="dialog">
          <header className="dialog-head">
            <Heading slot="title">{title}</Heading>
            <Button className="icon-button" aria-label={t`Close`} onPress={onClose}>
              <X aria-hidden="true" />
            </Button>
          </header>
          <Body>{children}</Body>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The content of a dialog. Its first field gets the focus. */
function Body({ children }: { readonly children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = body.current
    const field = element?.querySelector<HTMLElement>('input:not([type="hidden"]), select, textarea')
    if (field) field.focus()
    // Nothing inside takes the focus, so that the arrow keys can scroll the content only if it does.
    else if (element && element.scrollHeight > element.clientHeight) element.tabIndex = 0
    return keepFocus
  }, [])
  return (
    <div className="dialog-body" ref={body}>
      {children}
    </div>
  )
}
