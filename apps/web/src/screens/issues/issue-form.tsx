import type { Issue, IssueUpdate } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { typesQuery } from '../../issues/queries.ts'
import type { FormField } from '../../records/form-field.tsx'
import { RecordForm } from '../../records/record-form.tsx'
import { type AskedField, formField } from './form-fields.ts'
import { usePriorityOptions } from './priority-options.ts'
import { fieldsQuery } from './queries.ts'
import { useScreenFields } from './screen-fields.ts'
import { UnreadDialog } from './unread-dialog.tsx'

/** Paths of fields without a control here: they are chosen elsewhere, or set by moves or by the service. */
const NOT_EDITED = new Set(['issue_type', 'details.approval_status', 'opened_at', 'resolution'])

/** Returns a function that converts issue fields to form fields. `priority` is that of an existing issue. */
export function useFormFields(priority?: string) {
  const { t } = useLingui()
  const options = usePriorityOptions(priority)
  return (fields: readonly AskedField[]): readonly FormField[] =>
    fields
      .filter(({ path }) => !NOT_EDITED.has(path))
      .map((field) => {
        const control = formField(field, { yes: t`Yes`, no: t`No` })
        if (field.path !== 'priority') return control
        const { name, label } = control
        // The service finds the priority of a new issue for which none is chosen.
        return { kind: 'choice', name, label, isRequired: priority !== undefined, options }
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
  const controls = useFormFields(issue.priority)
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
