import type { Issue } from '@commonhold/contract'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useMayChange, useMayEdit } from '../../issues/use-may-change.ts'

/** The selected issues. `done` clears the selection. */
export interface Selection {
  readonly issues: readonly Issue[]
  readonly done: () => void
}

/** The actions on selected issues. */
export type Work = 'assign' | 'move' | 'change'

interface BulkActionsProps {
  readonly selection: Selection
  readonly onSelection: (selection: Selection | undefined) => void
  readonly onAsk: (what: Work) => unknown
}

/** The buttons for the selected issues. Passes the selection to the list, whose keyboard shortcuts then apply to all of them. */
export function BulkActions({ selection, onSelection, onAsk }: BulkActionsProps) {
  const mayMove = selection.issues.every(useMayChange())
  const mayEdit = selection.issues.every(useMayEdit())
  useEffect(() => {
    onSelection(selection)
    return () => onSelection(undefined)
  })
  return (
    <>
      {mayEdit && (
        <button type="button" className="button outlined small" onClick={() => onAsk('assign')}>
          <Trans>Assign</Trans> <kbd>a</kbd>
        </button>
      )}
      {mayMove && (
        <button type="button" className="button outlined small" onClick={() => onAsk('move')}>
          <Trans context="issue">Move</Trans> <kbd>m</kbd>
        </button>
      )}
      {mayEdit && (
        <button type="button" className="button outlined small" onClick={() => onAsk('change')}>
          <Trans>Change</Trans> <kbd>e</kbd>
        </button>
      )}
    </>
  )
}
