import type { Issue, IssueUpdate } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { typesQuery } from '../../issues/queries.ts'
import type { FormField } from '../../records/form-field.tsx'
import { RecordForm } from '../../records/record-form.tsx'
import { type AskedField, formField } from './form-fields.ts'
import { fieldsQuery, prioritiesQuery } from './queries.ts'
import { useScreenFields } from './screen-fields.ts'
import { UnreadDialog } from './unread-dialog.tsx'

/** Paths of fields without a control here: they are chosen elsewhere, or set by moves or by the service. */
const NOT_EDITED = new Set(['issue_type', 'details.approval_status', 'opened_at', 'resolution'])

/** Returns a function that converts issue fields to form fields. */
export function useFormFields() {
  const { t } = useLingui()
  const priorities = useQuery(prioritiesQuery).data ?? []
  return (fields: readonly AskedField[]): readonly FormField[] =>
    fields
      .filter(({ path }) => !NOT_EDITED.has(path))
      .map((field) => {
        const control = formField(field, { yes: t`Yes`, no: t`No` })
        if (field.path !== 'priority') return control
        const options = priorities.map(({ key, name }) => [key, name] as const)
        return { kind: 'choice', name: control.name, label: control.label, isRequired: true, options }
      })
}

interface IssueFormProps {
  readonly issue: Issue
  readonly onDone: (issue: Issue) => void
  readonly onClose: () => void
}

/** The form that changes an issue. It has the fields of the edit screen, or all fields of the issue if the screen has none. */
export default function IssueEditForm({ issue, onDone, onClose }: IssueFormProps) {
  const { t } = useLingui()
  const answer = useQuery(typesQuery)
  const types = answer.data
  const type = types?.find(({ key }) => key === issue.issue_type)
  const all = useQuery(fieldsQuery).data
  // The list of types has no inactive types. An issue of an inactive type has a form with all fields.
  const { screen, needed } = useScreenFields(types && (type?.edit_screen_id ?? null))
  const controls = useFormFields()
  const title = t`Change ${issue.key}`
  if (!all || !screen) return <UnreadDialog title={title} needed={[answer, ...needed]} onClose={onClose} />
  const own = all.filter(({ path }) => isMember(issue, path))
  const onScreen = screen.filter(({ path }) => isMember(issue, path))
  const shown = onScreen.length > 0 ? onScreen : own
  return (
    <RecordForm
      name="issue"
      title={title}
      action={t`Save`}
      fields={controls(shown)}
      record={issue}
      send={(body: IssueUpdate) => api.issues.update({ issue_id: issue.id }, body)}
      reload={() => api.issues.get({ issue_id: issue.id })}
      onDone={onDone}
      onClose={onClose}
    />
  )
}

/** True if the issue has the member: a common member, a detail of its subtype, or a custom field. */
function isMember(issue: Issue, path: string): boolean {
  const [first = '', second] = path.split('.')
  if (first === 'custom_fields') return true
  if (second !== undefined) return second in issue.details
  return first in issue
}
