import type { IssueField, IssueScreenField } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import { useCan } from '../../records/can.ts'
import { type Move, Moves } from '../../records/moves.tsx'

interface ScreenFieldsProps {
  /** In their order. */
  readonly placed: readonly IssueScreenField[]
  readonly fields: readonly IssueField[]
  readonly isEditable: boolean
  readonly onEdit: (field: IssueScreenField) => void
}

/** The fields of a screen in their order, which can be changed. */
export function ScreenFields({ placed, fields, isEditable, onEdit }: ScreenFieldsProps) {
  const { t } = useLingui()
  const mayDelete = useCan()('issue_configuration:delete')
  const movesOf = (at: number, one: IssueScreenField, name: string): readonly Move<unknown>[] => [
    {
      id: 'up',
      label: t`Move up`,
      isOffered: at > 0,
      run: () => reorder(placed, at, at - 1),
      done: t`${name} was moved up.`,
    },
    {
      id: 'down',
      label: t`Move down`,
      isOffered: at < placed.length - 1,
      run: () => reorder(placed, at, at + 1),
      done: t`${name} was moved down.`,
    },
    {
      id: 'remove',
      label: t`Remove`,
      isOffered: mayDelete,
      isDangerous: true,
      run: () => api.issueScreenFields.delete({ issue_screen_field_id: one.id }),
      done: t`${name} was removed from the screen.`,
    },
  ]
  if (placed.length === 0)
    return (
      <p className="hint">
        <Trans>None yet. What is not on the screen is not asked for.</Trans>
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

/** Writes the places that differ after a field took another one's place. */
async function reorder(placed: readonly IssueScreenField[], from: number, to: number) {
  const order = placed.toSpliced(from, 1)
  const moved = placed[from]
  if (!moved) return
  order.splice(to, 0, moved)
  for (const [at, { id, position }] of order.entries()) {
    const place = (at + 1) * 10
    if (position !== place)
      await api.issueScreenFields.update({ issue_screen_field_id: id }, { position: place })
  }
}
