import type { Group, GroupCreate, GroupUpdate } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import type { FormField } from '../../records/form-field.tsx'
import { pickableProjects } from '../../records/pickables.ts'
import { RecordForm } from '../../records/record-form.tsx'

interface GroupFormProps {
  /** The group to change; absent if a new group is created. */
  readonly group?: Group
  readonly onDone: (group: Group) => void
  readonly onClose: () => void
}

/** The form that creates a group, or changes its name and description. */
export function GroupForm({ group, onDone, onClose }: GroupFormProps) {
  const { t } = useLingui()
  const fields: readonly FormField[] = [
    { kind: 'text', name: 'name', label: t`Name`, isRequired: true, maxLength: 255 },
    { kind: 'long', name: 'description', label: t`Description` },
  ]
  if (group)
    return (
      <RecordForm
        name="group"
        title={t`Change ${group.name}`}
        action={t`Save`}
        fields={group.is_builtin ? fields.filter(({ name }) => name !== 'name') : fields}
        record={group}
        send={(body: GroupUpdate) => api.groups.update({ group_id: group.id }, body)}
        reload={() => api.groups.get({ group_id: group.id })}
        onDone={onDone}
        onClose={onClose}
      />
    )
  return (
    <RecordForm
      name="new group"
      title={t`New group`}
      action={t`Create`}
      fields={[
        ...fields,
        {
          kind: 'record',
          name: 'project_id',
          label: t`Only in the project`,
          hint: t`Left empty: its permissions apply to the whole organisation.`,
          of: pickableProjects,
        },
      ]}
      send={(body: GroupCreate, options) => api.groups.create(body, options)}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
