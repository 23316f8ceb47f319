import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { MenuButton, MenuItem } from '../ui/menu.tsx'
import { Chooser } from './chooser.tsx'
import type { Pickable } from './picker.tsx'
import { ANY, parametersOf, type View } from './view.ts'

/** A filter by a closed list of values, of which several can be chosen, or by a day. */
export interface TableFilter {
  /** The parameter of the list. */
  readonly name: string
  readonly label: string
  readonly options: readonly { readonly value: string; readonly text: string }[]
  /** Records that are searched at the service; the options are a fixed one and those that are chosen. */
  readonly of?: Pickable
  /** A day in place of a choice. */
  readonly day?: DayOfFilter
  /** Only one value at a time. */
  readonly isSingle?: boolean
  /** The list begins with a value of it, as its route says: a cleared one is written as `ANY`. */
  readonly isPreset?: boolean
  /** What else of the view a new value changes, such as another filter whose value does not fit it. */
  readonly alsoChanges?: (value: string) => View
}

/** How a filter by days writes a day (`YYYY-MM-DD`) in its parameter. */
interface DayOfFilter {
  readonly written: (day: string) => string
  readonly read: (value: string) => string
}

/** What a filter is in the address when it is cleared. */
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

/** A filter by values: those that are chosen stand on it. */
export function FilterMenu({ filter, value, onChange }: FilterMenuProps) {
  const { label, options, of, isSingle = false } = filter
  const [isSearched, setSearched] = useState(false)
  const chosen = value === '' || value === ANY ? [] : value.split(',')
  const texts = options.filter((option) => chosen.includes(option.value)).map(({ text }) => text)
  const face =
    chosen.length === 0
      ? label
      : `${label}: ${texts.length === 1 || texts.length === 2 ? texts.join(', ') : chosen.length}`
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

/** The first year that is taken for complete while somebody types it. */
const FIRST_YEAR = '1900'

/** A filter by a day. */
export function DayFilter({ filter: { label, day }, value, onChange }: FilterMenuProps) {
  const stored = value === '' ? '' : (day?.read(value) ?? '')
  const [text, setText] = useState(stored)
  // The address may be changed by something else.
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
