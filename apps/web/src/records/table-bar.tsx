import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Columns3, Download, Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { problemText } from '../problem-text.ts'
import { MenuButton, MenuItem } from '../ui/menu.tsx'
import { toastProblem } from '../ui/toasts.tsx'
import type { Column } from './columns.ts'
import type { List, ListQuery } from './list.ts'
import { saveFile } from './save-file.ts'
import { ANY, type View } from './view.ts'

/** A filter with a closed list of values, of which several can be chosen. */
export interface TableFilter {
  /** The parameter of the list. */
  readonly name: string
  readonly label: string
  readonly options: readonly { readonly value: string; readonly text: string }[]
  /** A day in place of a choice. */
  readonly day?: DayOfFilter
  /** Only one value at a time. */
  readonly isSingle?: boolean
  /** The list begins with a value of it, as its route says: a cleared one is written as `ANY`. */
  readonly isPreset?: boolean
}

/** How a filter by days writes a day (`YYYY-MM-DD`) in its parameter. */
interface DayOfFilter {
  readonly written: (day: string) => string
  readonly read: (value: string) => string
}

/** What a filter is in the address when it is cleared. */
export const clearedValue = ({ isPreset }: TableFilter) => (isPreset ? ANY : '')

interface TableBarProps<R> {
  readonly label: string
  readonly view: View
  readonly onChange: (changes: View) => void
  readonly filters: readonly TableFilter[]
  readonly isSearched: boolean
  readonly total: number | undefined
  readonly columns: readonly Column<R>[]
  readonly hidden: ReadonlySet<string>
  readonly onHidden: (hidden: ReadonlySet<string>) => void
  readonly csv?: NonNullable<List<R>['csv']>
  readonly parameters?: Readonly<Record<string, string>>
  readonly fileName?: string
}

/** What narrows a list, above it: words and filters, and the choice of columns. */
export function TableBar<R>(props: TableBarProps<R>) {
  const { label, view, onChange, filters, isSearched, total, columns, hidden, onHidden } = props
  const { t } = useLingui()
  const choosable = columns.filter(({ isName }) => !isName)
  return (
    <section className="table-bar" aria-label={t`Filters: ${label}`}>
      {isSearched && <Words label={label} words={view.q ?? ''} onChange={(q) => onChange({ q })} />}
      {filters.map((filter) => {
        const Filter = filter.day ? DayFilter : FilterMenu
        return (
          <Filter
            key={filter.name}
            filter={filter}
            value={view[filter.name] ?? ''}
            onChange={(value) => onChange({ [filter.name]: value })}
          />
        )
      })}
      <span className="table-total" role="status">
        {total !== undefined &&
          (total >= 10_000 ? (
            <Trans>10,000 or more</Trans>
          ) : (
            <Plural value={total} one="# record" other="# records" />
          ))}
      </span>
      {choosable.length > 0 && (
        <MenuButton
          className="icon-button"
          placement="bottom end"
          label={t`Columns`}
          face={<Columns3 aria-hidden="true" />}
          selectionMode="multiple"
          selectedKeys={choosable.filter(({ id }) => !hidden.has(id)).map(({ id }) => id)}
          onSelectionChange={(keys) =>
            onHidden(
              new Set(choosable.filter(({ id }) => keys !== 'all' && !keys.has(id)).map(({ id }) => id)),
            )
          }
        >
          {choosable.map(({ id, title }) => (
            <MenuItem key={id} id={id} textValue={title}>
              {title}
            </MenuItem>
          ))}
        </MenuButton>
      )}
      {props.csv && (
        <CsvButton csv={props.csv} parameters={props.parameters ?? {}} name={props.fileName ?? label} />
      )}
    </section>
  )
}

/** Milliseconds without a key before the list is asked for. */
const PAUSE_MS = 200

function Words({
  label,
  words,
  onChange,
}: {
  readonly label: string
  readonly words: string
  readonly onChange: (words: string) => void
}) {
  const { t } = useLingui()
  const [text, setText] = useState(words)
  const sent = useRef(words)
  const change = useRef(onChange)
  change.current = onChange
  useEffect(() => {
    // The address was changed by something else: a link, the way back, “Clear all filters”.
    if (words !== sent.current) {
      sent.current = words
      setText(words)
    }
  }, [words])
  useEffect(() => {
    const timer = setTimeout(() => {
      const wanted = text.trim()
      if (wanted === sent.current) return
      sent.current = wanted
      change.current(wanted)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <span className="words">
      <Search aria-hidden="true" />
      <input
        type="search"
        aria-label={t`Search: ${label}`}
        placeholder={t`Search`}
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
      />
    </span>
  )
}

interface FilterMenuProps {
  readonly filter: TableFilter
  readonly value: string
  readonly onChange: (value: string) => void
}

function FilterMenu({ filter, value, onChange }: FilterMenuProps) {
  const { label, options, isSingle = false } = filter
  const chosen = value === '' || value === ANY ? [] : value.split(',')
  const texts = options.filter((option) => chosen.includes(option.value)).map(({ text }) => text)
  const face =
    chosen.length === 0
      ? label
      : `${label}: ${texts.length === 1 || texts.length === 2 ? texts.join(', ') : chosen.length}`
  return (
    <span className="filter-chip" data-set={chosen.length > 0 || undefined}>
      <MenuButton
        className="chip"
        face={face}
        selectionMode={isSingle ? 'single' : 'multiple'}
        selectedKeys={chosen}
        onSelectionChange={(keys) => keys !== 'all' && onChange([...keys].join(',') || clearedValue(filter))}
      >
        {options.map((option) => (
          <MenuItem key={option.value} id={option.value} textValue={option.text}>
            {option.text}
          </MenuItem>
        ))}
      </MenuButton>
      {chosen.length > 0 && <ClearButton label={label} onPress={() => onChange(clearedValue(filter))} />}
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

function DayFilter({ filter: { label, day }, value, onChange }: FilterMenuProps) {
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

interface CsvButtonProps {
  readonly csv: (query: ListQuery) => Promise<ReadableStream<Uint8Array>>
  readonly parameters: Readonly<Record<string, string>>
  readonly name: string
}

function CsvButton({ csv, parameters, name }: CsvButtonProps) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await saveFile(`${name}.csv`, 'text/csv', await csv(parameters as unknown as ListQuery))
    } catch (error) {
      toastProblem(problemText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={t`Save as CSV`}
      title={t`Save as CSV`}
      aria-disabled={busy}
      onClick={() => busy || void save()}
    >
      <Download aria-hidden="true" />
    </button>
  )
}
