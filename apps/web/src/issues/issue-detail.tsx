import type { Issue, IssueActivity, IssueComment } from '@commonhold/contract'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, idempotencyKeys } from '../api.ts'
import { onlyErrors } from '../field-errors.ts'
import { refetch } from '../refetch.ts'
import { IssueStatus } from '../screens/issues/marks.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Moment } from '../ui/moment.tsx'
import { Unloaded } from '../ui/unloaded.tsx'
import { useForm } from '../ui/use-form.ts'
import { PriorityAndDue } from './issue-list.tsx'
import { IssueMoves } from './issue-moves.tsx'
import { IssueVote } from './issue-vote.tsx'
import { activityQuery, commentsQuery, issueQuery } from './queries.ts'
import { TypeName } from './type-name.tsx'
import { useMayChange } from './use-may-change.ts'
import { valueText, worded } from './words.ts'

interface IssueDetailProps {
  readonly issueId: string
  readonly onNews: (news: string) => void
}

/** One issue: its facts, votes, transitions and activity. */
export function IssueDetail({ issueId, onNews }: IssueDetailProps) {
  const issue = useQuery(issueQuery(issueId))
  if (!issue.data) return <Unloaded query={issue} />
  const { key, title, description, priority, issue_type, due_date, opened_at } = issue.data
  return (
    <>
      <section className="card" aria-labelledby="issue">
        <div className="asset-line">
          <h2 id="issue">{title}</h2>
          <IssueStatus issue={issue.data} />
        </div>
        <p className="facts">
          <span className="tag">{key}</span>
          <TypeName issueType={issue_type} />
          <PriorityAndDue priority={priority} due={due_date} />
          <span>
            <Trans>
              Opened <Moment at={opened_at} />
            </Trans>
          </span>
        </p>
        {description && <p className="prose">{description}</p>}
        <IssueVote key={issue.data.id} issue={issue.data} />
        <IssueMoves
          issue={issue.data}
          onMoved={(after) => {
            const status = worded(after.status)
            onNews(t`${after.key} is now “${status}”.`)
          }}
        />
        <Link to="/dashboard/issues" search={{}} className="target">
          <Trans>Back to the list</Trans>
        </Link>
      </section>
      <section className="card" aria-labelledby="activity">
        <h2 id="activity">
          <Trans>Activity</Trans>
        </h2>
        <NewComment issue={issue.data} />
        <Feed issueId={issueId} />
      </section>
    </>
  )
}

/** The field for a comment, if the service accepts one from the user. */
const NewComment = ({ issue }: { readonly issue: Issue }) =>
  useMayChange()(issue) && <CommentForm issue={issue} />

function CommentForm({ issue }: { readonly issue: Issue }) {
  const queries = useQueryClient()
  const [keys] = useState(idempotencyKeys)
  const form = useForm({
    draft: `comment ${issue.id}`,
    names: ['body'],
    check: ({ body }) => onlyErrors({ body: body.trim() === '' ? t`Write something first.` : undefined }),
    send: ({ body }) => {
      const comment = { body }
      return api.issues.comments.create({ issue_id: issue.id }, comment, {
        idempotencyKey: keys.keyOf(comment),
      })
    },
    done: async (_, __, element) => {
      keys.done()
      element.reset()
      await refetch(queries, { queryKey: ['issue', issue.id] })
    },
  })
  return (
    <Form label={t`Comment`} state={form} action={t`Add comment`} pendingAction={t`Adding…`}>
      <Field label={t`Comment`} name="body" autoComplete="off" error={form.errors.fields.body} />
    </Form>
  )
}

function Feed({ issueId }: { readonly issueId: string }) {
  const activity = useQuery(activityQuery(issueId))
  const comments = useQuery(commentsQuery(issueId))
  if (!activity.data) return <Unloaded query={activity} />
  return (
    <ol className="rows">
      {activity.data.map((entry) => (
        <li key={entry.id}>
          <p className="prose">{activityText(entry, comments.data ?? [])}</p>
          <p className="facts">
            <span>{entry.actor?.display_name ?? t`Somebody`}</span>
            <Moment at={entry.created_at} />
          </p>
        </li>
      ))}
    </ol>
  )
}

const changed = (what: string, from: string, to: string) => t`${what}: from ${from} to ${to}`

/** The text of an activity. */
function activityText({ type, data }: IssueActivity, comments: readonly IssueComment[]): string {
  const comment = comments.find(({ id }) => id === data.comment_id)
  if (type === 'comment_added' && comment) return comment.body
  if (type === 'status_changed')
    return changed(t`Status`, worded(valueText(data.from)), worded(valueText(data.to)))
  if (type === 'approval_decided')
    return [data.decision === 'approve' ? t`Approved` : t`Rejected`, data.comment].filter(Boolean).join(': ')
  if (type === 'field_changed')
    return changed(worded(valueText(data.field)), valueText(data.from), valueText(data.to))
  return worded(type)
}
