import { useLingui } from '@lingui/react/macro'
import { CircleCheck, CircleX, X } from 'lucide-react'
import { useEffect } from 'react'
import {
  Button,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
  UNSTABLE_ToastRegion as ToastRegion,
} from 'react-aria-components'
import { type News, showNewsBy } from './toasts.tsx'

const queue = new ToastQueue<News>({ maxVisibleToasts: 3 })
const show = (news: News, timeout?: number) => void queue.add(news, timeout === undefined ? {} : { timeout })

/** The messages that are shown, the latest in front. */
export default function ToastStack() {
  const { t } = useLingui()
  // Not when this module is loaded, which may be before the first news.
  useEffect(() => showNewsBy(show), [])
  return (
    <ToastRegion queue={queue} className="toasts" aria-label={t`Notifications`}>
      {({ toast: shown }) => {
        const { text, tone, action } = shown.content
        const Icon = tone === 'good' ? CircleCheck : CircleX
        return (
          <Toast toast={shown} className={`toast is-${tone}`}>
            <Icon aria-hidden="true" />
            <ToastContent className="toast-text">
              <Text slot="title">{text}</Text>
            </ToastContent>
            {action && (
              <Button
                className="button quiet small"
                onPress={() => {
                  queue.close(shown.key)
                  action.run()
                }}
              >
                {action.label}
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
