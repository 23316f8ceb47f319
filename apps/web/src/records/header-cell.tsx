import { ArrowDown, ArrowUp } from 'lucide-react'
import type { Column } from './columns.ts'
import { orderOf } from './view.ts'

interface HeaderCellProps<R> {
  readonly column: Column<R>
  readonly className: string | undefined
  readonly sort: string
  /** Without it, the title is no button: above cards, `SortMenu` sorts. */
  readonly onSort: ((by: string) => void) | undefined
}

/** The head of a column, with the button that sorts by it. */
export function HeaderCell<R>({ column, className, sort, onSort }: HeaderCellProps<R>) {
  const { title, sort: by } = column
  const order = orderOf(sort)
  const own = by !== undefined && order?.by === by ? order : undefined
  const Arrow = own?.descending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      className={className}
      aria-sort={own ? (own.descending ? 'descending' : 'ascending') : undefined}
    >
      {by === undefined || !onSort ? (
        <span title={title}>{title}</span>
      ) : (
        <button type="button" className="sort" title={title} onClick={() => onSort(by)}>
          <span>{title}</span>
          {own && <Arrow aria-hidden="true" />}
        </button>
      )}
    </th>
  )
}
