import type { Issue, IssueCreate, IssueType } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
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
import { useView } from '../../records/view.ts'
import { shared } from '../../storage.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { FormFoot } from '../../ui/form-foot.tsx'
import { toast } from '../../ui/toasts.tsx'
import { textOfField } from './form-fields.ts'
import { useFormFields } from './issue-form.tsx'
import { fieldsQuery } from './queries.ts'
import { useScreenFields } from './screen-fields.ts'
import { UnreadDialog } from './unread-dialog.tsx'
import { useMyself, useRefreshIssues } from './use-work.ts'
import { usualFields } from './usual-fields.ts'

/** Reads and stores the project of the last issue that the user created in this browser. */
function useLastProject() {
  const key = `commonhold.project ${useTenant().id} ${useMyself()?.id}`
  return { read: () => shared.get(key), keep: (id: string) => shared.set(key, id) }
}

/** The preselected project of a new issue: the project that the list is filtered by, the last one, or the only one. */
function useLikelyProject(offered: readonly { readonly id: string }[] | undefined): string {
  const [{ project_id: narrowed }] = useView()
  const last = useLastProject().read()
  const isOffered = (wanted: string | null | undefined) => offered?.some(({ id }) => id === wanted)
  const only = offered?.length === 1 ? offered[0]?.id : undefined
  return [narrowed, last, only].find(isOffered) ?? ''
}

/** Creates an issue: first a form for the project and the type, then the fields of the type's create screen. */
export default function NewIssue({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const can = useCan()
  const needed = [useQuery(projectsQuery), useQuery(typesQuery)] as const
  const projects = needed[0].data?.filter(({ id }) => can('issues:write', id))
  const types = needed[1].data
  const [projectId, setProjectId] = useState<string>()
  const [typeKey, setTypeKey] = useState<string>()
  const [step, setStep] = useState<'asked' | 'missing' | 'chosen'>('asked')
  const likely = useLikelyProject(projects)
  const title = t`New issue`
  if (!projects || !types) return <UnreadDialog title={title} needed={needed} onClose={onClose} />
  const project = projectId ?? likely
  const offered = types.filter(({ project_ids }) => project_ids.length === 0 || project_ids.includes(project))
  const type =
    offered.find(({ key }) => key === typeKey) ?? offered.find(({ is_default }) => is_default) ?? offered[0]
  if (step === 'chosen' && type) return <TypeForm projectId={project} type={type} onClose={onClose} />
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <form
        className="form"
        aria-label={t`Project and type`}
        onSubmit={(event) => {
          event.preventDefault()
          setStep(project === '' ? 'missing' : 'chosen')
          if (project === '') event.currentTarget.querySelector('select')?.focus()
        }}
      >
        <SelectField
          label={t`Project`}
          name="project"
          aria-required
          value={project}
          error={step === 'missing' && project === '' ? t`Choose a project.` : undefined}
          onChange={(event) => setProjectId(event.target.value)}
        >
          {project === '' && (
            <option value="">
              <Trans>Choose one</Trans>
            </option>
          )}
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
  const lastProject = useLastProject()
  const { screen, needed } = useScreenFields(type.create_screen_id)
  const all = useQuery(fieldsQuery).data
  const controls = useFormFields()
  const title = t`New issue: ${type.name}`
  if (!screen || !all) return <UnreadDialog title={title} needed={needed} onClose={onClose} />
  const asked = screen.length > 0 ? screen : usualFields(type, all)
  // A repair requires an asset. The API accepts its id in a member for which there is no issue field.
  const repaired: FormField[] =
    type.subtype === 'repair'
      ? [{ kind: 'record', name: 'asset_id', label: t`Asset`, of: pickableAssets, isRequired: true }]
      : []
  const fields = [...repaired, ...controls(asked)]
  const start = Object.fromEntries(
    fields.map((field) => {
      const path = field.name.replaceAll('/', '.')
      const value = asked.find((one) => one.path === path)?.default_value
      // The service applies the default of the screen where impact and urgency give no priority.
      return [field.name, path === 'priority' ? '' : textOfField(field, value)]
    }),
  )
  return (
    <RecordForm
      name={`new issue ${type.key}`}
      title={title}
      action={t`Create`}
      fields={fields}
      start={start}
      send={(body: IssueCreate, options): Promise<Issue> =>
        api.issues.create({ ...body, project_id: projectId, issue_type: type.key }, options)
      }
      onClose={onClose}
      onDone={({ key }) => {
        lastProject.keep(projectId)
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
