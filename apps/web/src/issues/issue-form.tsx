import type { Issue, IssueCreate } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, idempotencyKeys } from '../api.ts'
import { onlyErrors } from '../field-errors.ts'
import { refetch } from '../refetch.ts'
import { Field, SelectField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useForm } from '../ui/use-form.ts'
import { selectedProjectQuery, typesQuery } from './queries.ts'

interface IssueFormProps {
  readonly userId: string
  readonly onMade: (issue: Issue) => void
}

/** Creates an issue in the selected project, or in the shared Service desk by default, and assigns it to the user. */
export function IssueForm({ userId, onMade }: IssueFormProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const types = useQuery(typesQuery)
  const project = useQuery(selectedProjectQuery)
  const [keys] = useState(idempotencyKeys)
  const form = useForm({
    draft: 'issue',
    names: ['title', 'issue_type', 'due_date'],
    check: ({ title }) => onlyErrors({ title: title.trim() === '' ? t`Enter a title.` : undefined }),
    send: ({ title, issue_type, due_date }) => {
      const body: IssueCreate = {
        title,
        assignee_id: userId,
        due_date: due_date || null,
        ...(issue_type !== '' && { issue_type }),
        ...(project.data && { project_id: project.data }),
      }
      return api.issues.create(body, { idempotencyKey: keys.keyOf(body) })
    },
    done: async (issue, _, element) => {
      keys.done()
      element.reset()
      onMade(issue)
      await refetch(queries, { queryKey: ['issues'] })
    },
  })
  const { fields } = form.errors
  const usual = types.data?.find(({ is_default }) => is_default)?.key ?? ''
  return (
    <Form label={t`New issue`} state={form} action={t`Create issue`} pendingAction={t`Creating…`}>
      <Field
        label={t`Title`}
        name="title"
        aria-required
        placeholder={t`Printer on floor 2 jams`}
        autoComplete="off"
        error={fields.title}
      />
      <SelectField
        key={usual}
        label={t`Type`}
        name="issue_type"
        defaultValue={usual}
        error={fields.issue_type}
      >
        {types.data?.map(({ id, key, name }) => (
          <option key={id} value={key}>
            {name}
          </option>
        ))}
      </SelectField>
      <Field label={t`Due`} name="due_date" type="date" error={fields.due_date} />
    </Form>
  )
}
