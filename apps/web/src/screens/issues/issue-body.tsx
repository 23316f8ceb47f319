import type { Issue } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { api } from '../../api.ts'
import { Section } from '../../records/section.tsx'
import { type Happening, Timeline } from '../../records/timeline.tsx'
import { wordOfPage } from '../../shared-names/speak.ts'
import { Markdown } from '../../ui/markdown.tsx'
import { awaited } from './awaited.tsx'
import { Comments } from './comments.tsx'
import { Details } from './details.tsx'
import { Relations } from './relations.tsx'

/** Loaded when an issue with approvers is shown for the first time. */
const Approvals = lazy(() => import('./approvals.tsx'))

/** The main part of an issue's page: description, approvals, details, relations, comments and history. */
export function IssueBody({ issue }: { readonly issue: Issue }) {
  const { t } = useLingui()
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
      changes: changes.map(({ field, label, from, from_label, to, to_label }) => {
        const words = isNamedByService(field) ? wordOfPage : (text: string) => text
        return {
          field: field.startsWith('custom_fields.') ? label : wordOfPage(label),
          from: from_label === null ? from : words(from_label),
          to: to_label === null ? to : words(to_label),
        }
      }),
    }),
  )
  return { ...answer, data }
}

/** True for members whose values can be built-in records of the service. The page translates their names. */
const isNamedByService = (field: string) => ['status', 'priority', 'issue_type'].includes(field)
