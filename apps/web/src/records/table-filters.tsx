import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { MenuButton, MenuItem } from '../ui/menu.tsx'
import { Chooser } from './chooser.tsx'
import type { Pickable } from './picker.tsx'
import { ANY, parametersOf, type View } from './view.ts'

/** A filter by values of a fixed list, by records, or by a day. */
export interface TableFilter {
  /** The parameter of the list. */
  readonly name: string
  readonly label: string
  readonly options: readonly { readonly value: string; readonly text: string }[]
  /** Records that are searched at the service. `options` then contains the fixed ones and the chosen records. */
  readonly of?: Pickable
  /** Makes it a filter by a day. */
  readonly day?: DayOfFilter
  /** Only one value at a time. */
  readonly isSingle?: boolean
  /** True if the route sets a value by default. A cleared filter is then written as `ANY`. */
  readonly isPreset?: boolean
  /** Further changes of the view for a new value, such as clearing another filter that does not fit it. */
  readonly alsoChanges?: (value: string) => View
}

/** Converts a day (`YYYY-MM-DD`) to the value of the parameter, and back. */
interface DayOfFilter {
  readonly written: (day: string) => string
  readonly read: (value: string) => string
}

/** The value of a cleared filter in the address. */
const clearedValue = ({ isPreset }: TableFilter) => (isPreset ? ANY : '')

/** The view without anything that narrows the list. */
export const clearedView = (view: View, filters: readonly TableFilter[]): View => ({
  ...Object.fromEntries(Object.keys(parametersOf(view)).map((name) => [name, ''])),
  ...Object.fromEntries(filters.map((filter) => [filter.name, clearedValue(filter)])),
})

interface FilterMenuProps {
  readonly filter: TableFilter
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A filter by values, which shows the chosen ones. */
export function FilterMenu({ filter, value, onChange }: FilterMenuProps) {
  const { label, options, of, isSingle = false } = filter
  const [isSearched, setSearched] = useState(false)
  const chosen = value === '' || value === ANY ? [] : value.split(',')
  const texts = options.filter((option) => chosen.includes(option.value)).map(({ text }) => text)
  const isListed = texts.length === 1 || texts.length === 2
  // Values take the place of the label, which is then only read out.
  const face =
    chosen.length === 0 ? (
      label
    ) : isListed ? (
      <>
        <span className="unseen">{label}: </span>
        {texts.join(', ')}
      </>
    ) : (
      `${label}: ${chosen.length}`
    )
  return (
    <span className="filter-chip" data-set={chosen.length > 0 || undefined}>
      {of ? (
        <button type="button" className="chip" aria-haspopup="dialog" onClick={() => setSearched(true)}>
          {face}
        </button>
      ) : (
        <MenuButton
          className="chip"
          face={face}
          selectionMode={isSingle ? 'single' : 'multiple'}
          selectedKeys={chosen}
          onSelectionChange={(keys) =>
            keys !== 'all' && onChange([...keys].join(',') || clearedValue(filter))
          }
        >
          {options.map((option) => (
            <MenuItem key={option.value} id={option.value} textValue={option.text}>
              {option.text}
            </MenuItem>
          ))}
        </MenuButton>
      )}
      {chosen.length > 0 && <ClearButton label={label} onPress={() => onChange(clearedValue(filter))} />}
      {of && isSearched && (
        <Chooser
          title={label}
          label={label}
          of={of}
          first={options.map(({ value: id, text }) => ({
            id,
            text,
            detail: chosen.includes(id) ? '✓' : undefined,
          }))}
          options={undefined}
          onChoose={(id) => {
            setSearched(false)
            const others = chosen.filter((one) => one !== id)
            onChange((others.length < chosen.length ? others : [...chosen, id]).join(','))
          }}
          onClose={() => setSearched(false)}
        />
      )}
    </span>
  )
}

function ClearButton({ label, onPress }: { readonly label: string; readonly onPress: () => void }) {
  const { t } = useLingui()
  return (
    <button type="button" className="chip-clear" aria-label={t`Clear ${label}`} onClick={onPress}>
      <X aria-hidden="true" />
    </button>
  )
}

/** The first year that is accepted. Earlier ones occur while the user is typing a year. */
const FIRST_YEAR = '1900'

/** A filter by a day. */
export function DayFilter({ filter: { label, day }, value, onChange }: FilterMenuProps) {
  const stored = value === '' ? '' : (day?.read(value) ?? '')
  const [text, setText] = useState(stored)
  // The address may be changed elsewhere.
  useEffect(() => setText(stored), [stored])
  const change = (typed: string) => {
    setText(typed)
    if (typed >= FIRST_YEAR) onChange(day?.written(typed) ?? '')
  }
  return (
    <span className="filter-chip" data-set={stored !== '' || undefined}>
      <label className="chip day-chip">
        {label}
        <input
          type="date"
          value={text}
          onChange={(event) => change(event.target.value)}
          onBlur={() => setText(stored)}
        />
      </label>
      {stored !== '' && <ClearButton label={label} onPress={() => onChange('')} />}
    </span>
  )
}
