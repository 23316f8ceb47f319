import { useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleX, X } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  Button,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components'

interface News {
  readonly text: ReactNode
  readonly tone: 'good' | 'problem'
  readonly undo?: { readonly label: string; readonly run: () => void }
}

const queue = new ToastQueue<News>({ maxVisibleToasts: 3 })

/** How long good news stays; the library holds it while one points at it. Problems stay until they are closed. */
const GOOD_MS = 8_000

/** Says what was done, and offers to undo it where that is possible. */
export function toast(text: ReactNode, undo?: News['undo']) {
  queue.add({ text, tone: 'good', ...(undo && { undo }) }, { timeout: GOOD_MS })
}

/** Says what failed, where no form is open that could. */
export function toastProblem(text: ReactNode) {
  queue.add({ text, tone: 'problem' })
}

/** Where news appear, for the whole application. */
export function Toasts() {
  const { t } = useLingui()
  return (
    <ToastRegion queue={queue} className="toasts" aria-label={t`News`}>
      {({ toast: shown }) => {
        const { text, tone, undo } = shown.content
        const Icon = tone === 'good' ? CircleCheck : CircleX
        return (
          <Toast toast={shown} className={`toast is-${tone}`}>
            <Icon aria-hidden="true" />
            <ToastContent className="toast-text">
              <Text slot="title">{text}</Text>
            </ToastContent>
            {undo && (
              <Button
                className="button quiet small"
                onPress={() => {
                  queue.close(shown.key)
                  undo.run()
                }}
              >
                {undo.label}
              </Button>
            )}
            <Button slot="close" className="icon-button" aria-label={t`Close`}>
              <X aria-hidden="true" />
            </Button>
          </Toast>
        )
      }}
    </ToastRegion>
  )
}
