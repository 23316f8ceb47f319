import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type KeyTexts, screenKeys } from '../records/screen-keys.ts'
import { Dialog } from '../ui/dialog.tsx'
import { shortcutText } from './command-menu.tsx'

/** The keys of every screen; those of the present one go before. */
const general: KeyTexts = [
  ['/', msg`Search, or go to a screen`],
  [shortcutText, msg`Search, or go to a screen`],
  ['?', msg`Show these keys`],
]

/** The keys of the present screen and the general ones. */
export default function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const own = screenKeys()
  const others = general.filter(([key]) => !own.some(([taken]) => taken === key))
  const keys = new Map([...own, ...others])
  return (
    <Dialog title={t`Keys`} isOpen onClose={onClose}>
      <dl className="fact-list">
        {[...keys].map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
