import type { Issue } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { api } from '../../api.ts'
import { Section } from '../../records/section.tsx'
import { type Happening, Timeline } from '../../records/timeline.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { awaited } from './awaited.tsx'
import { Comments } from './comments.tsx'
import { Details } from './details.tsx'
import { historyWords } from './history-words.ts'
import { fieldsQuery } from './queries.ts'
import { Relations } from './relations.tsx'
import { withoutRepeatedResolution } from './resolution.ts'

/** Loaded when an issue with approvers is shown for the first time. */
const Approvals = lazy(() => import('./approvals.tsx'))

/** The main part of an issue's page: description, approvals, details, relations, comments and history. */
export function IssueBody({ issue }: { readonly issue: Issue }) {
  const { t } = useLingui()
  const fields = useQuery(fieldsQuery).data ?? []
  return (
    <>
      {issue.description && (
        <Section title={t`Description`}>
          <Markdown text={issue.description} />
        </Section>
      )}
      {'approver_ids' in issue.details && issue.details.approver_ids.length > 0 && (
        <Suspense fallback={awaited}>
          <Approvals issue={issue} status={issue.details.approval_status} />
        </Suspense>
      )}
      <Details issue={issue} />
      <Relations issue={issue} />
      <Comments issue={issue} />
      <Section title={t`History`}>
        <Timeline
          queryKey={['issue', issue.id]}
          {...historyWords(fields, t)}
          list={{ page: (query, options) => history(issue, query, options) }}
        />
      </Section>
    </>
  )
}

type PageOf = typeof api.issues.history.list.safe

/** Reads the history of an issue. Records have the names that they had at the time of the change. */
async function history(issue: Issue, query: Parameters<PageOf>[1], options: Parameters<PageOf>[2]) {
  const answer = await api.issues.history.list.safe({ issue_id: issue.id }, query, options)
  if (!answer.ok) return answer
  const data = answer.data.map(
    ({ id, action, actor, created_at, message, changes }): Happening => ({
      id,
      action: action === 'created' || action === 'deleted' ? action : 'updated',
      actor: actor && { name: actor.display_name },
      created_at,
      reason: message,
      changes: withoutRepeatedResolution(changes).map(({ field, label, from, from_label, to, to_label }) => ({
        field: field.replace(/^details\./, ''),
        ...(field.startsWith('custom_fields.') && { label }),
        from: from_label ?? from,
        to: to_label ?? to,
      })),
    }),
  )
  return { ...answer, data }
}
