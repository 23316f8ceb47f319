import { useLingui } from '@lingui/react/macro'
import { useShortcutText } from '../app/command-menu.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** The keyboard shortcuts, by the screens on which they work. */
export default function KeysDialog({ onDone }: { readonly onDone: () => void }) {
  const { t } = useLingui()
  const groups = [
    {
      title: t`Everywhere`,
      keys: [
        [useShortcutText(), t`Search, go to a screen, or do something`],
        ['/', t`The same; in the list of issues: search the list`],
        ['?', t`Show these keys`],
        ['Esc', t`Close what is open`],
      ],
    },
    {
      title: t`In a list`,
      keys: [
        ['j ↓', t`Next record`],
        ['k ↑', t`Previous record`],
        [t({ message: 'Home', context: 'key' }), t`First record`],
        [t({ message: 'End', context: 'key' }), t`Last record`],
        ['Enter', t`Open the record`],
        ['x', t`Choose the record, if the list allows several`],
      ],
    },
    {
      title: t`In the list of issues`,
      keys: [
        ['a', t`Assign: a few letters of the name, then Enter`],
        ['i', t`Assign to me`],
        ['m', t`Move: a letter of the move, then Enter`],
        ['e', t`Change priority, due date and labels`],
        ['c', t`Create an issue`],
      ],
    },
    {
      title: t`In the split view of issues`,
      keys: [
        ['j ↓', t`Show the next issue`],
        ['k ↑', t`Show the previous issue`],
        ['Enter', t`Open the page of the issue`],
        ['Esc', t`Hide the issue`],
      ],
    },
    {
      title: t`On the board`,
      keys: [
        ['m', t`Move the card: a letter of the move, then Enter`],
        ['a', t`Assign the card`],
      ],
    },
    {
      title: t`While scanning`,
      keys: [
        ['d Enter', t`Take back: the latest thing is damaged`],
        ['u Enter', t`Hand out, take back: undo the latest`],
        ['b Enter', t`Move, count: take back what somebody still has`],
      ],
    },
    {
      title: t`In a form`,
      keys: [
        ['Enter', t`Send the form, from a field of one line`],
        ['Esc', t`Close the form`],
      ],
    },
  ] as const
  return (
    <Dialog title={t`Keys`} isOpen onClose={onDone}>
      {groups.map(({ title, keys }) => (
        <section key={title} className="key-group">
          <h3>{title}</h3>
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
        </section>
      ))}
    </Dialog>
  )
}
