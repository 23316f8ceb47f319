import { MOST_BULK_ITEMS } from 'virtual:whole-contract'
import type { Issue, IssueUpdate } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import { type Move, MoveDialog, useMove } from '../../records/moves.tsx'
import { usePriorityOptions } from './priority-options.ts'

interface BulkChangeDialogProps {
  readonly issues: readonly Issue[]
  /** Called after the issues were changed. */
  readonly onDone: () => void
  readonly onClose: () => void
}

type Change = Pick<IssueUpdate, 'priority' | 'due_date' | 'labels'>

/** A change of one issue. It is refused if the issue has another version than `if_match`. */
interface ChangeItem {
  readonly id: string
  readonly if_match?: number
  readonly body: Change
}

/** Sends all changes, or none of them. Returns the new versions of the issues, in their order. */
async function writeAll(items: readonly ChangeItem[]): Promise<readonly (number | null)[]> {
  const { results } = await api.issues.bulk({
    mode: 'atomic',
    items: items.map((item) => ({ op: 'update' as const, ...item })),
  })
  return results.map(({ version }) => version)
}

/** The dialog that changes several issues in one atomic request. A field that is left empty is not changed. */
export function BulkChangeDialog({ issues, onDone, onClose }: BulkChangeDialogProps) {
  const { t } = useLingui()
  const priorities = usePriorityOptions()
  const make = useMove(['issues', 'issue'])
  let changed: readonly (keyof Change)[] = []
  let versions: readonly (number | null)[] = []
  const what = issues.length === 1 ? (issues[0]?.key ?? '') : t`${issues.length} issues`
  const move: Move<unknown> = {
    // The id is part of the draft's name: a draft for some issues must not be offered for others.
    id: `change ${issues.map(({ id }) => id).join(' ')}`,
    label: t`Change`,
    isOffered: true,
    check: (values) => {
      if (issues.length > MOST_BULK_ITEMS)
        return { priority: t`At most ${MOST_BULK_ITEMS} issues can be changed together.` }
      return Object.values(values).every((text) => text.trim() === '')
        ? { priority: t`Fill in at least one field.` }
        : undefined
    },
    fields: [
      {
        kind: 'choice',
        name: 'priority',
        label: t`Priority`,
        options: priorities,
      },
      { kind: 'day', name: 'due_date', label: t`Due` },
      { kind: 'list', name: 'labels', label: t`Labels to add`, hint: t`Separate values with commas.` },
    ],
    run: async (body) => {
      // The body has only the members of the fields above.
      const { labels, ...rest } = body as Change
      versions = await writeAll(
        issues.map(({ id, version, labels: before }) => ({
          id,
          // The list of labels is replaced. A label that somebody else has added meanwhile must not be lost.
          ...(labels && { if_match: version }),
          body: { ...rest, ...(labels && { labels: [...new Set([...before, ...labels])] }) },
        })),
      )
      changed = Object.keys(body) as (keyof Change)[]
      onDone()
    },
    done: t`${what}: changed.`,
    undo: () =>
      writeAll(
        issues.map((issue, at) => ({
          id: issue.id,
          if_match: versions[at] ?? issue.version,
          body: Object.fromEntries(changed.map((name) => [name, issue[name]])),
        })),
      ),
  }
  return <MoveDialog move={move} of={what} make={make} onClose={onClose} />
}
