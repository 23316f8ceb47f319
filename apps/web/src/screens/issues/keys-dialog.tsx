import { useLingui } from '@lingui/react/macro'
import { Dialog } from '../../ui/dialog.tsx'

/** The keys of the list of issues. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const keys = [
    ['j / k', t`Next and previous issue`],
    ['Enter', t`Open the issue`],
    ['x', t`Choose it, to change several at once`],
    ['a', t`Assign: a few letters of the name, then Enter`],
    ['i', t`Assign to me`],
    ['m', t`Move: a letter of the move, then Enter`],
    ['e', t`Change priority, due date and labels`],
    ['c', t`Create an issue`],
    ['/', t`Search in the list`],
    ['?', t`Show these keys`],
  ] as const
  return (
    <Dialog title={t`Keys`} isOpen onClose={onClose}>
      <dl className="fact-list">
        {keys.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
