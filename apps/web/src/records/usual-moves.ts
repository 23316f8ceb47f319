import { useLingui } from '@lingui/react/macro'
import type { Move } from './moves.tsx'

interface UsualMoves<R> {
  readonly record: R & { readonly archived_at: string | null }
  /** The name of the record. */
  readonly name: string
  readonly mayWrite: boolean
  readonly mayDelete: boolean
  readonly archive: () => Promise<R>
  readonly restore: () => Promise<R>
  readonly remove: () => Promise<unknown>
  /** Navigates away after the deletion. */
  readonly onRemoved: () => void
}

/** Archive, restore and delete, for records that have no further states. */
export function useUsualMoves<R>(spec: UsualMoves<R>): readonly Move<R>[] {
  const { t } = useLingui()
  const { record, name, mayWrite, archive, restore } = spec
  const isArchived = record.archived_at !== null
  return [
    {
      id: 'archive',
      label: t`Archive`,
      isOffered: mayWrite && !isArchived,
      run: archive,
      done: t`${name} was archived.`,
      undo: restore,
    },
    {
      id: 'restore',
      label: t`Restore`,
      isOffered: mayWrite && isArchived,
      isNext: true,
      run: restore,
      done: t`${name} was restored.`,
      undo: archive,
    },
    useDeletion(spec),
  ]
}

/** Deletes a record after a confirmation. */
export function useDeletion<R>(
  spec: Pick<UsualMoves<R>, 'name' | 'mayDelete' | 'remove' | 'onRemoved'> & { readonly record: R },
): Move<R> {
  const { t } = useLingui()
  const { record, name, mayDelete, remove, onRemoved } = spec
  return {
    id: 'delete',
    label: t`Delete`,
    isOffered: mayDelete,
    isDangerous: true,
    warning: t`It is deleted permanently. A record that others still refer to cannot be deleted.`,
    run: async () => {
      await remove()
      onRemoved()
      return record
    },
    done: t`${name} was deleted.`,
  }
}
