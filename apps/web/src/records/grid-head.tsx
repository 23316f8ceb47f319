import { useLingui } from '@lingui/react/macro'
import type { CSSProperties } from 'react'
import type { Column } from './columns.ts'
import { HeaderCell } from './header-cell.tsx'
import { SortMenu } from './sort-menu.tsx'
import { nextSort } from './view.ts'

interface GridHeadProps<R> {
  /** The columns of the list, also those that do not fit. */
  readonly columns: readonly Column<R>[]
  /** The columns that are shown, and the class of each. */
  readonly shown: readonly Column<R>[]
  readonly classes: readonly (string | undefined)[]
  readonly isCards: boolean
  readonly style: CSSProperties | undefined
  readonly sort: string
  /** The default order. */
  readonly usualSort: string
  readonly onSort: (sort: string) => void
  readonly isAllChosen: boolean
  /** Chooses all rows, or none. Without it, rows cannot be chosen. */
  readonly onAllChosen: ((isChosen: boolean) => void) | undefined
}

/** The head of a list: the columns' titles, which sort it. Above cards, a menu sorts by any column, shown or not. */
export function GridHead<R>(props: GridHeadProps<R>) {
  const { columns, shown, classes, isCards, style, sort, usualSort, onSort, isAllChosen, onAllChosen } = props
  const { t } = useLingui()
  const sortable = columns.filter((column) => column.sort)
  return (
    <thead>
      <tr style={style}>
        {onAllChosen && (
          <th scope="col" className="choice-cell">
            <input
              type="checkbox"
              aria-label={t`Choose all rows that are loaded`}
              checked={isAllChosen}
              onChange={(event) => onAllChosen(event.target.checked)}
            />
          </th>
        )}
        {shown.map((column, at) => (
          <HeaderCell
            key={column.id}
            column={column}
            className={classes[at]}
            sort={sort}
            onSort={isCards ? undefined : (by) => onSort(nextSort(by, sort, usualSort))}
          />
        ))}
        {isCards && sortable.length > 0 && (
          <td className="sort-cell">
            <SortMenu columns={sortable} sort={sort} onSort={onSort} />
          </td>
        )}
      </tr>
    </thead>
  )
}
