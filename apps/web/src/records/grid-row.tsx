import { useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import type { Column } from './columns.ts'

interface GridRowProps<R> {
  readonly record: R
  readonly index: number
  readonly columns: readonly Column<R>[]
  /** The widths of the columns. */
  readonly template: string
  readonly isCurrent: boolean
  /** Whether it is chosen; undefined where rows cannot be. */
  readonly isChosen: boolean | undefined
  readonly onChoose: (id: string) => void
}

function Row<R extends { readonly id: string }>(props: GridRowProps<R>) {
  const { record, index, columns, template, isCurrent, isChosen, onChoose } = props
  const { t } = useLingui()
  return (
    <tr
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      aria-current={isCurrent || undefined}
      style={{ gridTemplateColumns: template }}
    >
      {isChosen !== undefined && (
        <td>
          <input
            type="checkbox"
            aria-label={t`Choose row ${index + 1}`}
            checked={isChosen}
            onChange={() => onChoose(record.id)}
          />
        </td>
      )}
      {columns.map(({ id, cell, isNumber }) => (
        <td key={id} className={isNumber ? 'number' : undefined}>
          {cell(record)}
        </td>
      ))}
    </tr>
  )
}

/** One row of a list. It is drawn again only when something about it has changed, however long the list is. */
export const GridRow = memo(Row) as typeof Row
