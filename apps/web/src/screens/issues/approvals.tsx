import type { Issue } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { MayVote } from '../../issues/may-vote.tsx'
import { problemText } from '../../problem-text.ts'
import { Section } from '../../records/section.tsx'
import { Field } from '../../ui/field.tsx'
import { Person, Status } from '../../ui/marks.tsx'
import { toast, toastProblem } from '../../ui/toasts.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { awaited } from './awaited.tsx'
import { useMyself, useRefreshIssues } from './use-work.ts'
import { approvalStatuses, votes } from './words.ts'

interface ApprovalsProps {
  readonly issue: Issue
  readonly status: keyof typeof approvalStatuses
}

/** The approvers of a change or service request with their votes, and a form for the user's own vote while it is requested. */
export default function Approvals({ issue, status }: ApprovalsProps) {
  const { t } = useLingui()
  const given = useQuery({
    queryKey: ['issue', issue.id, 'approvals'],
    queryFn: ({ signal }) =>
      api.issues.approvals.list({ issue_id: issue.id }, { limit: 100, include: ['approver'] }, { signal }),
  })
  const myself = useMyself()
  if (given.isPending) return awaited
  if (!myself) return null
  const isAsked = issue.archived_at === null && status === 'requested'
  const own = isAsked && given.data?.find(({ approver_id }) => approver_id === myself.id)
  return (
    <Section title={t`Approval`} action={<span>{t(approvalStatuses[status])}</span>}>
      {!given.data && <Unloaded query={given} />}
      <ul className="line-list">
        {given.data?.map(({ id, approver, status: vote, comment }) => (
          <li key={id}>
            <Person name={approver?.name ?? t`Somebody`} />
            <Status tone={votes[vote].tone}>{t(votes[vote].label)}</Status>
            {comment && <span>{comment}</span>}
          </li>
        ))}
      </ul>
      {own && (
        <MayVote issue={issue} because={own.cannot_vote_because}>
          <Vote issue={issue} />
        </MayVote>
      )}
    </Section>
  )
}

function Vote({ issue }: { readonly issue: Issue }) {
  const { t } = useLingui()
  const refresh = useRefreshIssues()
  const [comment, setComment] = useState('')
  const vote = useMutation({
    mutationFn: (decision: 'approve' | 'reject') =>
      api.issues.approvals.create(
        { issue_id: issue.id },
        { decision, ...(comment.trim() && { comment }) },
        { ifMatch: `"v${issue.version}"` },
      ),
    onSuccess: () => {
      setComment('')
      toast(t`Your vote was counted.`)
    },
    onError: (error) => toastProblem(problemText(error)),
    onSettled: refresh,
  })
  const send = (decision: 'approve' | 'reject') => vote.isPending || vote.mutate(decision)
  return (
    <section className="form" aria-label={t`Your vote`}>
      <Field
        label={t`Reason`}
        context={t`Your vote`}
        name="vote"
        autoComplete="off"
        maxLength={1_000}
        value={comment}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
      <div className="row">
        <button
          type="button"
          className="button outlined small"
          aria-disabled={vote.isPending}
          onClick={() => send('approve')}
        >
          <Trans>Approve</Trans>
        </button>
        <button
          type="button"
          className="button outlined small"
          aria-disabled={vote.isPending}
          onClick={() => send('reject')}
        >
          <Trans>Reject</Trans>
        </button>
      </div>
    </section>
  )
}
