import { Trans, useLingui } from '@lingui/react/macro'
import { Autocomplete, Input, ListBox, ListBoxItem, SearchField, useFilter } from 'react-aria-components'
import { Dialog } from '../../ui/dialog.tsx'

/** What can be chosen. */
export interface Option {
  readonly id: string
  readonly text: string
  readonly detail?: string | undefined
  /** Why it cannot be chosen now. */
  readonly isOff?: boolean
}

interface ChooserProps {
  readonly title: string
  readonly label: string
  readonly options: readonly Option[] | undefined
  readonly onChoose: (id: string) => void
  readonly onClose: () => void
}

/** A dialog to choose one thing by typing a part of its name and pressing Enter. */
export function Chooser({ title, label, options, onChoose, onClose }: ChooserProps) {
  const { t } = useLingui()
  const { contains } = useFilter({ sensitivity: 'base' })
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Autocomplete filter={contains}>
        <SearchField className="chooser-field" aria-label={label} autoFocus>
          <Input
            role="combobox"
            aria-expanded
            className="control"
            placeholder={t`Type to search`}
            maxLength={200}
          />
        </SearchField>
        <ListBox
          className="menu chooser-list"
          aria-label={label}
          items={options ?? []}
          selectionMode="none"
          disabledKeys={(options ?? []).filter(({ isOff }) => isOff).map(({ id }) => id)}
          onAction={(key) => onChoose(String(key))}
          renderEmptyState={() => (
            <p className="menu-empty">{options ? <Trans>Nothing is found.</Trans> : '…'}</p>
          )}
        >
          {({ text, detail }: Option) => (
            <ListBoxItem className="menu-item" textValue={text}>
              <span className="ellipsis">{text}</span>
              {detail && <small>{detail}</small>}
            </ListBoxItem>
          )}
        </ListBox>
      </Autocomplete>
    </Dialog>
  )
}
