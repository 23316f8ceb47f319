import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import type { Column } from './columns.ts'

interface GridRowProps<R> {
  readonly record: R
  readonly index: number
  readonly columns: readonly Column<R>[]
  /** The widths of the columns; undefined on cards. */
  readonly template: string | undefined
  readonly isCurrent: boolean
  /** True if the row is chosen; undefined if rows cannot be chosen. */
  readonly isChosen: boolean | undefined
  readonly onChoose: (id: string) => void
}

/**
 * The CSS class of the cells of each column. On a card, the columns before the name are shown beside it, and those that are not
 * important enough to be known without it have their title.
 */
export function cellClasses<R>(columns: readonly Column<R>[]): readonly (string | undefined)[] {
  const name = columns.findIndex(({ isName }) => isName)
  return columns.map(({ isNumber, isAction, priority }, at) => {
    if (at === name) return 'name-cell'
    if (isAction) return 'action-cell'
    if (at < name) return 'lead-cell'
    if (isNumber) return 'number-cell'
    return priority ? undefined : 'titled-cell'
  })
}

function Row<R extends { readonly id: string }>(props: GridRowProps<R>) {
  const { record, index, columns, template, isCurrent, isChosen, onChoose } = props
  const { t } = useLingui()
  const classes = cellClasses(columns)
  return (
    <tr
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      aria-current={isCurrent || undefined}
      style={{ gridTemplateColumns: template }}
    >
      {isChosen !== undefined && (
        <td className="choice-cell">
          <input
            type="checkbox"
            aria-label={t`Choose row ${index + 1}`}
            checked={isChosen}
            onChange={() => onChoose(record.id)}
          />
        </td>
      )}
      {columns.map(({ id, title, cell }, at) => (
        <td key={id} data-column={id} data-title={title} className={classes[at]}>
          {cell(record)}
        </td>
      ))}
    </tr>
  )
}

/** One row of a list. It is rendered again only when one of its props has changed, however long the list is. */
export const GridRow = memo(Row) as typeof Row
