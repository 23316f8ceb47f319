import type { Issue, IssueTransition, IssueUpdate } from '@commonhold/contract'
import { api } from '../api.ts'
import { Field, SelectField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useForm } from '../ui/use-form.ts'

type Asked = IssueTransition['fields'][number]

/** A value as the service wants it, by the type of its field; empty = none. */
function sent({ type }: Asked, text: string): unknown {
  if (text === '') return null
  if (type === 'integer' || type === 'decimal') return Number(text)
  if (type === 'boolean') return text === 'true'
  if (type === 'multi_select') return [text]
  return text
}

/** Puts a value where its path says: `details.outcome`. */
function placed(fields: Record<string, unknown>, path: string, value: unknown): Record<string, unknown> {
  const [first = path, second] = path.split('.')
  if (second === undefined) return { ...fields, [first]: value }
  return { ...fields, [first]: { ...Object(fields[first]), [second]: value } }
}

interface TransitionFormProps {
  readonly issue: Issue
  readonly transition: IssueTransition
  readonly onMoved: (issue: Issue) => void
}

/** Makes a move that asks for values or a comment. All of it happens, or nothing. */
export function TransitionForm({ issue, transition, onMoved }: TransitionFormProps) {
  const asked = transition.fields
  const form = useForm({
    names: [...asked.map(({ key }) => key), 'comment'],
    check: (values) =>
      Object.fromEntries(
        [
          ...asked
            .filter(({ key, is_required }) => is_required && !values[key]?.trim())
            .map(({ key }) => key),
          ...(transition.requires_comment && !values.comment?.trim() ? ['comment'] : []),
        ].map((name) => [name, 'This move needs it.']),
      ),
    send: ({ comment, ...values }) => {
      const fields = asked.reduce<Record<string, unknown>>(
        (all, one) => placed(all, one.path, sent(one, values[one.key]?.trim() ?? '')),
        {},
      )
      return api.issueTransitions.perform(
        { issue_id: issue.id },
        {
          transition_id: transition.id,
          // Fields are named by the workflow; the service checks them.
          ...(asked.length > 0 && { fields: fields as IssueUpdate }),
          ...(comment?.trim() && { comment: comment.trim() }),
        },
      )
    },
    done: onMoved,
  })
  return (
    <Form label={transition.name} state={form} action={transition.name} pendingAction="Moving…">
      {asked.map((field) => (
        <AskedField key={field.key} field={field} error={form.faults.fields[field.key]} />
      ))}
      <Field
        label={transition.requires_comment ? 'Comment' : 'Comment, if you like'}
        name="comment"
        autoComplete="off"
        error={form.faults.fields.comment}
      />
    </Form>
  )
}

const inputTypes: Partial<Record<Asked['type'], string>> = {
  integer: 'number',
  decimal: 'number',
  date: 'date',
  url: 'url',
  email: 'email',
}

function AskedField({ field, error }: { readonly field: Asked; readonly error: string | undefined }) {
  const value = typeof field.value === 'string' || typeof field.value === 'number' ? String(field.value) : ''
  const label = field.is_required ? field.name : `${field.name}, if you like`
  const options =
    field.type === 'boolean'
      ? [
          { key: 'true', label: 'Yes' },
          { key: 'false', label: 'No' },
        ]
      : field.options
  if (options.length > 0)
    return (
      <SelectField label={label} name={field.key} defaultValue={value} error={error}>
        <option value="">Choose one</option>
        {options.map((option) => (
          <option key={option.key} value={option.key}>
            {option.label}
          </option>
        ))}
      </SelectField>
    )
  return (
    <Field
      label={label}
      name={field.key}
      type={inputTypes[field.type] ?? 'text'}
      defaultValue={value}
      autoComplete="off"
      error={error}
    />
  )
}
