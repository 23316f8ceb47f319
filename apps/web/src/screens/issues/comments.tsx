import type { Issue, IssueComment } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { api, idempotencyKeys } from '../../api.ts'
import { onlyErrors } from '../../field-errors.ts'
import { useMayChange } from '../../issues/use-may-change.ts'
import { useCan } from '../../records/can.ts'
import { type List, readPage } from '../../records/list.ts'
import { type Move, MoveDialog, useMove } from '../../records/moves.tsx'
import { Section } from '../../records/section.tsx'
import { ShowMore } from '../../records/show-more.tsx'
import { FormSummary } from '../../ui/form.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { MarkdownField } from '../../ui/markdown-field.tsx'
import { Person } from '../../ui/marks.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { useForm } from '../../ui/use-form.ts'
import { When } from '../../ui/when.tsx'
import { useMyself, useRefreshIssues } from './use-work.ts'

const NEWEST_FIRST = { sort: '-created_at' }

const commentsOf = ({ id }: Issue): List<IssueComment> => ({
  page: (query, options) =>
    api.issues.comments.list.safe({ issue_id: id }, { ...query, include: ['author'] }, options),
})

/** The latest comments on an issue, in the order of reading, and a form for a new comment. Earlier ones are loaded on request. */
export function Comments({ issue }: { readonly issue: Issue }) {
  const { t } = useLingui()
  const mayWrite = useMayChange()(issue)
  const query = useInfiniteQuery({
    queryKey: ['issue', issue.id, 'comments', 'latest'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => readPage(commentsOf(issue), NEWEST_FIRST, pageParam, signal),
    getNextPageParam: ({ next }) => next,
  })
  const comments = query.data?.pages.flatMap(({ records }) => records).toReversed() ?? []
  return (
    <Section title={t`Comments`}>
      {query.isPending ? <SkeletonLines /> : !query.data && <Unloaded query={query} />}
      <ShowMore query={query}>
        <Trans>Show earlier comments</Trans>
      </ShowMore>
      {comments.length > 0 && (
        <ol className="comments">
          {comments.map((comment) => (
            <Comment key={comment.id} issue={issue} comment={comment} mayWrite={mayWrite} />
          ))}
        </ol>
      )}
      {mayWrite && <CommentForm issue={issue} />}
    </Section>
  )
}

interface CommentProps {
  readonly issue: Issue
  readonly comment: IssueComment
  readonly mayWrite: boolean
}

function Comment({ issue, comment, mayWrite }: CommentProps) {
  const { t } = useLingui()
  const can = useCan()
  const myself = useMyself()
  const [isEditing, setEditing] = useState(false)
  const mayChange = mayWrite && (comment.author_id === myself?.id || can('issues:manage', issue.project_id))
  const [isDeleting, setDeleting] = useState(false)
  const make = useMove(['issues', 'issue'])
  const remove: Move<unknown> = {
    id: 'delete',
    label: t`Delete comment`,
    isOffered: mayChange,
    isDangerous: true,
    warning: t`The comment is deleted permanently.`,
    run: () => api.issues.comments.delete({ issue_id: issue.id, comment_id: comment.id }),
    done: t`The comment was deleted.`,
  }
  return (
    <li className={comment.visibility === 'internal' ? 'comment is-internal' : 'comment'}>
      <header>
        <Person name={comment.author?.name ?? t`Somebody`} />
        <When at={comment.created_at} />
        {comment.visibility === 'internal' && (
          <span className="flag">
            <Lock aria-hidden="true" /> <Trans>Internal</Trans>
          </span>
        )}
        {mayChange && !isEditing && (
          <span className="at-end">
            <button type="button" className="button quiet small" onClick={() => setEditing(true)}>
              <Trans>Edit comment</Trans>
            </button>
            <button type="button" className="button quiet small" onClick={() => setDeleting(true)}>
              {remove.label}
            </button>
          </span>
        )}
      </header>
      {isEditing ? (
        <CommentForm issue={issue} comment={comment} onClose={() => setEditing(false)} />
      ) : (
        <Markdown text={comment.body} />
      )}
      {isDeleting && (
        <MoveDialog move={remove} of={issue.key} make={make} onClose={() => setDeleting(false)} />
      )}
    </li>
  )
}

interface CommentFormProps {
  readonly issue: Issue
  /** The comment to change; absent if a new comment is written. */
  readonly comment?: IssueComment
  readonly onClose?: () => void
}

function CommentForm({ issue, comment, onClose }: CommentFormProps) {
  const { t } = useLingui()
  const [keys] = useState(idempotencyKeys)
  const refresh = useRefreshIssues()
  const mayHide = useCan()('issues:read_internal', issue.project_id)
  const form = useForm({
    draft: comment ? `comment ${comment.id}` : `comment ${issue.id}`,
    names: ['body', 'internal'],
    check: ({ body }) => onlyErrors({ body: body.trim() === '' ? t`Write something first.` : undefined }),
    send: ({ body, internal }) => {
      const sent = { body, visibility: internal === 'true' ? ('internal' as const) : ('public' as const) }
      return comment
        ? api.issues.comments.update({ issue_id: issue.id, comment_id: comment.id }, sent)
        : api.issues.comments.create({ issue_id: issue.id }, sent, { idempotencyKey: keys.keyOf(sent) })
    },
    done: (_, __, element) => {
      keys.done()
      element.reset()
      onClose?.()
      void refresh()
    },
  })
  const cancel = () => {
    form.forget()
    onClose?.()
  }
  return (
    <form
      ref={form.form}
      className="form"
      noValidate
      aria-label={comment ? t`Change the comment` : t`New comment`}
      onInput={form.input}
      onSubmit={form.submit}
    >
      <div role="alert">
        <FormSummary state={form} />
      </div>
      <MarkdownField
        label={comment ? t`Changed comment` : t`Comment`}
        name="body"
        rows={3}
        defaultValue={comment?.body}
        error={form.errors.fields.body}
      />
      <FormFoot
        action={comment ? <Trans>Save</Trans> : <Trans>Comment</Trans>}
        look="outlined small"
        pending={form.pending}
        onCancel={onClose && cancel}
      >
        {mayHide && (
          <label className="check">
            <input
              type="checkbox"
              name="internal"
              value="true"
              defaultChecked={comment?.visibility === 'internal'}
            />
            <Trans>Internal: only for those who work on issues</Trans>
          </label>
        )}
      </FormFoot>
    </form>
  )
}
