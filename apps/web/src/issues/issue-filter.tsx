import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { problemText } from '../problem-text.ts'
import { refetch } from '../refetch.ts'
import { Field, SelectField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { projectsQuery, selectedProjectQuery, type View } from './queries.ts'

interface IssueFilterProps {
  readonly view: View
  readonly onView: (view: View) => void
}

/** Chooses which issues are listed; the service filters and sorts them. */
export function IssueFilter({ view, onView }: IssueFilterProps) {
  const { t } = useLingui()
  return (
    <search className="filter">
      <SelectField
        label={t`Show`}
        value={view.whose}
        onChange={(event) => onView({ ...view, whose: event.target.value as View['whose'] })}
      >
        <option value="assigned">
          <Trans>Assigned to me</Trans>
        </option>
        <option value="reported">
          <Trans>Reported by me</Trans>
        </option>
        <option value="project">
          <Trans>The selected project</Trans>
        </option>
      </SelectField>
      {view.whose === 'project' && <ProjectChoice />}
      <SelectField
        label={t`State`}
        value={view.state}
        onChange={(event) => onView({ ...view, state: event.target.value as View['state'] })}
      >
        <option value="open">
          <Trans context="state">Open</Trans>
        </option>
        <option value="closed">
          <Trans>Closed</Trans>
        </option>
        <option value="all">
          <Trans>All</Trans>
        </option>
      </SelectField>
      <SelectField
        label={t`Order`}
        value={view.order}
        onChange={(event) => onView({ ...view, order: event.target.value as View['order'] })}
      >
        <option value="-opened_at">
          <Trans>Newest first</Trans>
        </option>
        <option value="priority_level">
          <Trans>Most urgent first</Trans>
        </option>
        <option value="due_date">
          <Trans>Due first</Trans>
        </option>
        <option value="-updated_at">
          <Trans>Last changed first</Trans>
        </option>
      </SelectField>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onView({ ...view, words: String(new FormData(event.currentTarget).get('words') ?? '') })
        }}
      >
        <Field
          label={t`Words`}
          name="words"
          type="search"
          defaultValue={view.words}
          hint={t`Press Enter to search.`}
        />
      </form>
    </search>
  )
}

/** The project that is selected in the session. */
function ProjectChoice() {
  const { t } = useLingui()
  const queries = useQueryClient()
  const projects = useQuery(projectsQuery)
  const selected = useQuery(selectedProjectQuery)
  const { mutate, error } = useMutation({
    mutationFn: (project_id: string | null) => api.me.currentProject.set({ project_id }),
    // A new issue belongs to the chosen project at once, not only after the answer.
    onMutate: async (project_id) => {
      await queries.cancelQueries({ queryKey: selectedProjectQuery.queryKey })
      queries.setQueryData(selectedProjectQuery.queryKey, project_id)
    },
    onSettled: () =>
      Promise.all([
        refetch(queries, { queryKey: selectedProjectQuery.queryKey }),
        refetch(queries, { queryKey: ['issues'] }),
      ]),
  })
  return (
    <div>
      <SelectField
        label={t`Project`}
        value={selected.data ?? ''}
        onChange={(event) => mutate(event.target.value || null)}
      >
        <option value="">
          <Trans>All projects</Trans>
        </option>
        {projects.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <div role="alert">{error && <Notice tone="problem">{problemText(error)}</Notice>}</div>
    </div>
  )
}
