import type { Issue, IssueTransition, IssueUpdate } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { tenantQuery } from '../account/queries.ts'
import { api } from '../api.ts'
import { onlyErrors } from '../field-errors.ts'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useForm, type Values } from '../ui/use-form.ts'
import { AskedField } from './asked-field.tsx'
import { changedFields, errorOf, isOnIssuePage, nameOf } from './asked-values.ts'

interface TransitionFormProps {
  readonly issue: Issue
  readonly transition: IssueTransition
  readonly onMoved: (issue: Issue) => void
}

/** The draft name of the form of a transition. */
export const moveDraft = (issue: Issue, transition: IssueTransition) => `move ${issue.id} ${transition.id}`

/** The text of a control, trimmed. */
const given = (values: Values<string>) => (name: string) => values[name]?.trim() ?? ''

/**
 * The form of a transition that requests values or a comment. The service makes all changes or none. Only the page of the issue
 * can fill in times and fields that refer to other records: the form has a link to it, and is left out if such a field needs a
 * value.
 */
export function TransitionForm(props: TransitionFormProps) {
  const { issue, transition } = props
  const { data: tenant } = useQuery(tenantQuery)
  const elsewhere = transition.fields.filter((field) => isOnIssuePage(field) && !field.is_read_only)
  const isMissing = elsewhere.some(
    ({ is_required, value }) => is_required && [value ?? []].flat().length === 0,
  )
  const names = elsewhere.map(({ name }) => name).join(', ')
  return (
    <>
      {elsewhere.length > 0 && tenant && (
        <p className="hint">
          <Trans>
            {names}:{' '}
            <Link to="/t/$tenant/issues/$issue" params={{ tenant: tenant.slug, issue: issue.key }}>
              Fill in on the page of the issue
            </Link>
          </Trans>
        </p>
      )}
      {!isMissing && <ValuesForm {...props} />}
    </>
  )
}

function ValuesForm({ issue, transition, onMoved }: TransitionFormProps) {
  const { t } = useLingui()
  // The fields as they were first shown, so that a value changed meanwhile by somebody else is not changed back.
  const [shown] = useState(transition.fields.filter((field) => !isOnIssuePage(field)))
  const asked = shown.filter(({ is_read_only }) => !is_read_only)
  const form = useForm({
    draft: moveDraft(issue, transition),
    names: [...asked.map(nameOf), 'comment'],
    check: (values) =>
      onlyErrors({
        ...Object.fromEntries(
          asked.map((field) => [nameOf(field), errorOf(field, given(values)(nameOf(field)))]),
        ),
        comment:
          transition.requires_comment && given(values)('comment') === ''
            ? t`This move requires a value.`
            : undefined,
      }),
    send: (values) => {
      const fields = changedFields(asked, given(values))
      const comment = given(values)('comment')
      return api.issues.transition(
        { issue_id: issue.id },
        {
          transition_id: transition.id,
          // The workflow defines the names of the fields, and the service validates them.
          ...(Object.keys(fields).length > 0 && { fields: fields as IssueUpdate }),
          ...(comment !== '' && { comment }),
        },
      )
    },
    done: onMoved,
  })
  return (
    <Form
      label={transition.name}
      state={form}
      action={t`Confirm: ${transition.name}`}
      pendingAction={t`Moving…`}
    >
      {shown.map((field) => (
        <AskedField
          key={field.key}
          field={field}
          move={transition.name}
          error={form.errors.fields[nameOf(field)]}
        />
      ))}
      <Field
        label={transition.requires_comment ? t`Comment` : t`Comment (optional)`}
        context={transition.name}
        name="comment"
        autoComplete="off"
        error={form.errors.fields.comment}
      />
    </Form>
  )
}
