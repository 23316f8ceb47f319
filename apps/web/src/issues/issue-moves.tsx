import type { Issue, IssueTransition } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api.ts'
import { hasDraft } from '../drafts.ts'
import { problemText } from '../problem-text.ts'
import { refetch } from '../refetch.ts'
import { unavailableReasons } from '../screens/issues/unavailable-reasons.ts'
import { Notice } from '../ui/notice.tsx'
import { Unloaded } from '../ui/unloaded.tsx'
import { useDraftKey } from '../ui/use-draft.ts'
import { transitionsQuery } from './queries.ts'
import { moveDraft, TransitionForm } from './transition-form.tsx'

interface IssueMovesProps {
  readonly issue: Issue
  readonly onMoved: (issue: Issue) => void
}

const asksFor = ({ fields, requires_comment }: IssueTransition) => requires_comment || fields.length > 0

/** The transitions of the issue from its status. Unavailable ones are listed with the reasons. */
export function IssueMoves({ issue, onMoved }: IssueMovesProps) {
  const queries = useQueryClient()
  const transitions = useQuery(transitionsQuery(issue.id))
  /** Undefined until the user has opened or closed a form, then null if none is open. */
  const [chosenId, setChosenId] = useState<string | null>()
  const draftKey = useDraftKey()
  const moved = async (after: Issue) => {
    setChosenId(null)
    onMoved(after)
    await Promise.all([
      refetch(queries, { queryKey: ['issue', issue.id] }),
      refetch(queries, { queryKey: ['issues'] }),
    ])
  }
  const move = useMutation({
    mutationFn: ({ id }: IssueTransition) =>
      api.issues.transition({ issue_id: issue.id }, { transition_id: id }),
    onSuccess: moved,
    onError: () => refetch(queries, { queryKey: ['issue', issue.id] }),
  })
  if (!transitions.data) return <Unloaded query={transitions} />
  const available = transitions.data.filter(({ is_available }) => is_available)
  const others = transitions.data.filter(({ is_available }) => !is_available)
  const chosen = available.find((transition) =>
    chosenId === undefined ? hasDraft(draftKey(moveDraft(issue, transition))) : transition.id === chosenId,
  )
  return (
    <>
      {available.length === 0 && (
        <p className="hint">
          <Trans>You cannot make any move from this status.</Trans>
        </p>
      )}
      <div className="row">
        {available.map((transition) => (
          <button
            key={transition.id}
            type="button"
            className="button outlined small"
            aria-disabled={move.isPending}
            aria-expanded={asksFor(transition) ? transition === chosen : undefined}
            onClick={() => {
              if (asksFor(transition)) setChosenId(transition === chosen ? null : transition.id)
              else if (!move.isPending) move.mutate(transition)
            }}
          >
            {transition.name}
          </button>
        ))}
      </div>
      {chosen && <TransitionForm key={chosen.id} issue={issue} transition={chosen} onMoved={moved} />}
      {others.length > 0 && (
        <ul className="ways">
          {others.map(({ id, name, unavailable_reasons }) => (
            <li key={id}>
              <NotNow name={name} reasons={unavailable_reasons} />
            </li>
          ))}
        </ul>
      )}
      <div role="alert">{move.error && <Notice tone="problem">{problemText(move.error)}</Notice>}</div>
    </>
  )
}

interface NotNowProps {
  readonly name: string
  readonly reasons: IssueTransition['unavailable_reasons']
}

function NotNow({ name, reasons }: NotNowProps) {
  const { t } = useLingui()
  const why = reasons.map((reason) => t(unavailableReasons[reason])).join(', ')
  return t`${name}: not now (${why}).`
}
