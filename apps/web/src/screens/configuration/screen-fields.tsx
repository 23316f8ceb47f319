import type { IssueField, IssueScreenField } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import { useCan } from '../../records/can.ts'
import { type Move, Moves } from '../../records/moves.tsx'
import { reorder } from './reorder.ts'

interface ScreenFieldsProps {
  /** Sorted by position. */
  readonly placed: readonly IssueScreenField[]
  readonly fields: readonly IssueField[]
  readonly isEditable: boolean
  readonly onEdit: (field: IssueScreenField) => void
}

/** The fields of a screen in their order, with moves to reorder and remove them. */
export function ScreenFields({ placed, fields, isEditable, onEdit }: ScreenFieldsProps) {
  const { t } = useLingui()
  const mayDelete = useCan()('issue_configuration:delete')
  const write = (issue_screen_field_id: string, position: number) =>
    api.issueScreenFields.update({ issue_screen_field_id }, { position })
  const movesOf = (at: number, one: IssueScreenField, name: string): readonly Move<unknown>[] => [
    {
      id: 'up',
      label: t`Move up`,
      isOffered: at > 0,
      run: () => reorder(placed, at, at - 1, write),
      done: t`${name} was moved up.`,
    },
    {
      id: 'down',
      label: t`Move down`,
      isOffered: at < placed.length - 1,
      run: () => reorder(placed, at, at + 1, write),
      done: t`${name} was moved down.`,
    },
    {
      id: 'remove',
      label: t`Remove`,
      isOffered: mayDelete,
      isDangerous: true,
      warning: t`The form no longer shows the field, and its settings on this screen are lost.`,
      run: () => api.issueScreenFields.delete({ issue_screen_field_id: one.id }),
      done: t`${name} was removed from the screen.`,
    },
  ]
  if (placed.length === 0)
    return (
      <p className="hint">
        <Trans>No fields yet. A form shows only the fields of its screen.</Trans>
      </p>
    )
  return (
    <ol className="line-list">
      {placed.map((one, at) => {
        const name = fields.find(({ id }) => id === one.field_id)?.name ?? one.field_id
        const marks = [
          one.is_required && t`Required`,
          one.is_hidden && t`Hidden`,
          one.is_read_only && t`Read-only`,
          one.tab,
        ].filter(Boolean)
        return (
          <li key={one.id}>
            {isEditable ? (
              <button type="button" className="link" onClick={() => onEdit(one)}>
                {name}
              </button>
            ) : (
              <span>{name}</span>
            )}
            <span className="hint">{marks.join(' · ')}</span>
            {isEditable && (
              <span className="at-end">
                <Moves of={name} moves={movesOf(at, one, name)} touches={['issue-screens']} buttons={0} />
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
