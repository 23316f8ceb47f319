import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Columns3, Download, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { problemText } from '../problem-text.ts'
import { MenuButton, MenuItem } from '../ui/menu.tsx'
import { toastProblem } from '../ui/toasts.tsx'
import { type Column, isFixed } from './columns.ts'
import { type List, type ListQuery, queryOf } from './list.ts'
import { clearedView, DayFilter, FilterMenu, type TableFilter } from './table-filters.tsx'
import { isNarrowed, type View } from './view.ts'

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

/** The bar above a list: search, filters, number of records, choice of columns, and CSV. */
export function TableBar<R>(props: TableBarProps<R>) {
  const { label, view, onChange, filters, isSearched, total, columns, hidden, onHidden } = props
  const { t } = useLingui()
  const shown = [...(isSearched ? ['q'] : []), ...filters.map(({ name }) => name)]
  const choosable = columns.filter((column) => !isFixed(column))
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
            onChange={(value) => onChange({ ...filter.alsoChanges?.(value), [filter.name]: value })}
          />
        )
      })}
      {isNarrowed(view, shown) && (
        <span className="filter-chip" data-set>
          <button type="button" className="chip" onClick={() => onChange(clearedView(view, filters))}>
            <Trans>Clear all filters</Trans>
          </button>
        </span>
      )}
      <div className="table-bar-end">
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
      </div>
    </section>
  )
}

/** Milliseconds after the last key before the list is requested. */
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
    // The address was changed elsewhere: by a link, the browser's Back, or “Clear all filters”.
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
      const { saveFile } = await import('./save-file.ts')
      await saveFile(`${name}.csv`, 'text/csv', await csv(queryOf(parameters)))
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
