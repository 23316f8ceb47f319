import type { Project, ProjectCreate, ProjectUpdate } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import type { FormField } from '../../records/form-field.tsx'
import { pickableUsers } from '../../records/pickables.ts'
import { RecordForm } from '../../records/record-form.tsx'

interface ProjectFormProps {
  /** The project to change; absent if a new project is added. */
  readonly project?: Project
  readonly onDone: (project: Project) => void
  readonly onClose: () => void
}

/** The form that adds a project, or changes one. */
export function ProjectForm({ project, onDone, onClose }: ProjectFormProps) {
  const { t } = useLingui()
  const name: FormField = { kind: 'text', name: 'name', label: t`Name`, isRequired: true, maxLength: 255 }
  const key: FormField = {
    kind: 'text',
    name: 'key',
    label: t`Key`,
    hint: t`Issue keys begin with this key: OPS gives OPS-12. It cannot be changed later. If left empty, it is made from the name.`,
    maxLength: 12,
  }
  const fields: readonly FormField[] = [
    { kind: 'record', name: 'lead_id', label: t`Lead`, of: pickableUsers },
    {
      kind: 'record',
      name: 'default_assignee_id',
      label: t`Default assignee`,
      hint: t`Gets issues that have no assignee.`,
      of: pickableUsers,
    },
    { kind: 'long', isMarkdown: true, name: 'description', label: t`Description` },
  ]
  if (project) {
    const params = { project_id: project.id }
    return (
      <RecordForm
        name="project"
        title={t`Change ${project.name}`}
        action={t`Save`}
        fields={[name, ...fields]}
        record={project}
        send={(body: ProjectUpdate) => api.projects.update(params, body)}
        reload={() => api.projects.get(params)}
        onDone={onDone}
        onClose={onClose}
      />
    )
  }
  return (
    <RecordForm
      name="new project"
      title={t`Add a project`}
      action={t`Add`}
      fields={[name, key, ...fields]}
      send={(body: ProjectCreate, options) => api.projects.create(body, options)}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
