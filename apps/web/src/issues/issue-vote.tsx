import type { Issue } from '@commonhold/contract'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { meQuery } from '../account/me-query.ts'
import { api } from '../api.ts'
import { problemText } from '../problem-text.ts'
import { refetch } from '../refetch.ts'
import { Field } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { MayVote } from './may-vote.tsx'

const decisions = [
  ['approve', msg`Approve`],
  ['reject', msg`Reject`],
] as const

/** The vote of an approver, while the approval of a change or a service request is pending. */
export function IssueVote({ issue }: { readonly issue: Issue }) {
  const { t } = useLingui()
  const { details } = issue
  const me = useQuery(meQuery).data
  const isAsked =
    issue.archived_at === null && 'approver_ids' in details && details.approval_status === 'requested'
  const approver_id = me && isAsked && details.approver_ids.includes(me.id) ? [me.id] : []
  const own = useQuery({
    queryKey: ['issue', issue.id, 'vote', approver_id],
    enabled: approver_id.length > 0,
    queryFn: ({ signal }) => api.issues.approvals.list({ issue_id: issue.id }, { approver_id }, { signal }),
  }).data?.[0]
  if (!isAsked || !own) return null
  return (
    <section aria-label={t`Your vote`}>
      <p className="hint">
        <Trans>Your approval is requested.</Trans>
      </p>
      <MayVote issue={issue} because={own.cannot_vote_because}>
        <Vote issue={issue} />
      </MayVote>
    </section>
  )
}

function Vote({ issue }: { readonly issue: Issue }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [comment, setComment] = useState('')
  const vote = useMutation({
    mutationFn: (decision: (typeof decisions)[number][0]) =>
      api.issues.approvals.create(
        { issue_id: issue.id },
        { decision, ...(comment.trim() && { comment }) },
        { ifMatch: `"v${issue.version}"` },
      ),
    onSuccess: () => setComment(''),
    onSettled: () => refetch(queries, { queryKey: ['issue', issue.id] }),
  })
  return (
    <>
      <Field
        label={t`Reason`}
        name="reason"
        autoComplete="off"
        maxLength={1_000}
        value={comment}
        onChange={({ currentTarget }) => setComment(currentTarget.value)}
      />
      <div className="row">
        {decisions.map(([decision, label]) => (
          <button
            key={decision}
            type="button"
            className="button outlined small"
            aria-disabled={vote.isPending}
            onClick={() => {
              if (!vote.isPending) vote.mutate(decision)
            }}
          >
            {t(label)}
          </button>
        ))}
      </div>
      <div role="alert">{vote.error && <Notice tone="problem">{problemText(vote.error)}</Notice>}</div>
    </>
  )
}
