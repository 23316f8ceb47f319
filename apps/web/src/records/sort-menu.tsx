import { useLingui } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react'
import { MenuButton, MenuItem } from '../ui/menu.tsx'
import type { Column } from './columns.ts'
import { orderOf } from './view.ts'

interface SortMenuProps<R> {
  /** The columns that sort the list. */
  readonly columns: readonly Column<R>[]
  readonly sort: string
  /** Called with the new order; an empty one is the default. */
  readonly onSort: (sort: string) => void
}

/** Sorts a list whose columns have no heads. The default order returns when the chosen column is chosen again. */
export function SortMenu<R>({ columns, sort, onSort }: SortMenuProps<R>) {
  const { t } = useLingui()
  const order = orderOf(sort)
  const by = columns.find((column) => column.sort === order?.by)
  const Arrow = order?.descending ? ArrowDown : ArrowUp
  return (
    <>
      <MenuButton
        className="chip sort-menu"
        face={
          <>
            {t`Sort`}
            {by && (
              <>
                : <strong>{by.title}</strong>
              </>
            )}
            <ChevronDown aria-hidden="true" />
          </>
        }
        selectionMode="single"
        selectedKeys={by?.sort ? [by.sort] : []}
        onSelectionChange={(keys) => keys !== 'all' && onSort([...keys].join())}
      >
        {columns.map(({ id, title, sort: key = id }) => (
          <MenuItem key={key} id={key} textValue={title}>
            {title}
          </MenuItem>
        ))}
      </MenuButton>
      {by && order && (
        <button
          type="button"
          className="chip sort-menu"
          aria-label={t`Descending`}
          aria-pressed={order.descending}
          onClick={() => onSort(order.descending ? order.by : `-${order.by}`)}
        >
          <Arrow aria-hidden="true" />
        </button>
      )}
    </>
  )
}
