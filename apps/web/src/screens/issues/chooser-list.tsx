import { Trans, useLingui } from '@lingui/react/macro'
import { Autocomplete, Input, ListBox, ListBoxItem, SearchField, useFilter } from 'react-aria-components'
import type { ChooserProps, Option } from './chooser.tsx'

/** The field that narrows the options, and the options. */
export default function ChooserList({ label, options, onChoose }: Omit<ChooserProps, 'title' | 'onClose'>) {
  const { t } = useLingui()
  const { contains } = useFilter({ sensitivity: 'base' })
  return (
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
        renderEmptyState={() => <p className="menu-empty">{options ? <Trans>No results.</Trans> : '…'}</p>}
      >
        {({ text, detail }: Option) => (
          <ListBoxItem className="menu-item" textValue={text}>
            <span className="ellipsis">{text}</span>
            {detail && <small>{detail}</small>}
          </ListBoxItem>
        )}
      </ListBox>
    </Autocomplete>
  )
}
