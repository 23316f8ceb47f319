import type { Issue, IssueCreate, IssueType } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { projectsQuery, typesQuery } from '../../issues/queries.ts'
import { useCan } from '../../records/can.ts'
import type { FormField } from '../../records/form-field.tsx'
import { pickableAssets } from '../../records/pickables.ts'
import { RecordForm } from '../../records/record-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { toast } from '../../ui/toasts.tsx'
import { textOfField } from './form-fields.ts'
import { useFormFields } from './issue-form.tsx'
import { fieldsQuery } from './queries.ts'
import { useScreenFields } from './screen-fields.ts'
import { useRefreshIssues } from './use-work.ts'
import { usualFields } from './usual-fields.ts'

/** Makes an issue: first what it is of, then what the create screen of its type asks. */
export default function NewIssue({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const can = useCan()
  const projects = useQuery(projectsQuery).data?.filter(({ id }) => can('issues:write', id))
  const types = useQuery(typesQuery).data
  const [projectId, setProjectId] = useState<string>()
  const [typeKey, setTypeKey] = useState<string>()
  const [isChosen, setChosen] = useState(false)
  if (!projects || !types) return null
  const project = projectId ?? projects[0]?.id ?? ''
  const offered = types.filter(({ project_ids }) => project_ids.length === 0 || project_ids.includes(project))
  const type =
    offered.find(({ key }) => key === typeKey) ?? offered.find(({ is_default }) => is_default) ?? offered[0]
  if (isChosen && type) return <TypeForm projectId={project} type={type} onClose={onClose} />
  return (
    <Dialog title={t`New issue`} isOpen onClose={onClose}>
      <form
        className="form"
        aria-label={t`Project and type`}
        onSubmit={(event) => {
          event.preventDefault()
          setChosen(true)
        }}
      >
        <SelectField
          label={t`Project`}
          name="project"
          value={project}
          onChange={(event) => setProjectId(event.target.value)}
        >
          {projects.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t`Type`}
          name="type"
          value={type?.key ?? ''}
          onChange={(event) => setTypeKey(event.target.value)}
        >
          {offered.map(({ id, key, name }) => (
            <option key={id} value={key}>
              {name}
            </option>
          ))}
        </SelectField>
        <FormFoot action={t`Next`} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

interface TypeFormProps {
  readonly projectId: string
  readonly type: IssueType
  readonly onClose: () => void
}

function TypeForm({ projectId, type, onClose }: TypeFormProps) {
  const { t } = useLingui()
  const { slug } = useTenant()
  const navigate = useNavigate()
  const refresh = useRefreshIssues()
  const screen = useScreenFields(type.create_screen_id)
  const all = useQuery(fieldsQuery).data
  const controls = useFormFields()
  if (!screen || !all) return null
  const asked = screen.length > 0 ? screen : usualFields(type, all)
  // A repair is of one asset; the interface takes its id by a member that no field stands for.
  const repaired: FormField[] =
    type.subtype === 'repair'
      ? [{ kind: 'record', name: 'asset_id', label: t`Asset`, of: pickableAssets, isRequired: true }]
      : []
  const fields = [...repaired, ...controls(asked)]
  const start = Object.fromEntries(
    fields.map((field) => {
      const path = field.name.replaceAll('/', '.')
      const value = asked.find((one) => one.path === path)?.default_value
      return [field.name, path === 'priority' && !value ? 'medium' : textOfField(field, value)]
    }),
  )
  return (
    <RecordForm
      name={`new issue ${type.key}`}
      title={t`New issue: ${type.name}`}
      action={t`Create`}
      fields={fields}
      start={start}
      send={(body: IssueCreate, options): Promise<Issue> =>
        api.issues.create({ ...body, project_id: projectId, issue_type: type.key }, options)
      }
      onClose={onClose}
      onDone={({ key }) => {
        onClose()
        void refresh()
        toast(t`${key} was created.`, {
          label: t`Open`,
          run: () => void navigate({ to: '/t/$tenant/issues/$issue', params: { tenant: slug, issue: key } }),
        })
      }}
    />
  )
}
