import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'
import { askAnew } from '../ask-anew.ts'
import { problemText } from '../problem-text.ts'
import { Field, SelectField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { projectsQuery, selectedProjectQuery, type View } from './queries.ts'

interface IssueFilterProps {
  readonly view: View
  readonly onView: (view: View) => void
}

/** Chooses which issues are listed; the service filters and sorts them. */
export function IssueFilter({ view, onView }: IssueFilterProps) {
  return (
    <search className="filter">
      <SelectField
        label="Show"
        value={view.whose}
        onChange={(event) => onView({ ...view, whose: event.target.value as View['whose'] })}
      >
        <option value="assigned">Assigned to me</option>
        <option value="reported">Reported by me</option>
        <option value="project">The selected project</option>
      </SelectField>
      {view.whose === 'project' && <ProjectChoice />}
      <SelectField
        label="State"
        value={view.state}
        onChange={(event) => onView({ ...view, state: event.target.value as View['state'] })}
      >
        <option value="open">Open</option>
        <option value="closed">Closed</option>
        <option value="all">All</option>
      </SelectField>
      <SelectField
        label="Order"
        value={view.order}
        onChange={(event) => onView({ ...view, order: event.target.value as View['order'] })}
      >
        <option value="-opened_at">Newest first</option>
        <option value="priority_level">Most urgent first</option>
        <option value="due_date">Due first</option>
        <option value="-updated_at">Last changed first</option>
      </SelectField>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onView({ ...view, words: String(new FormData(event.currentTarget).get('words') ?? '') })
        }}
      >
        <Field label="Words" name="words" type="search" defaultValue={view.words} hint="Enter searches." />
      </form>
    </search>
  )
}

/** The project that is selected in the session. */
function ProjectChoice() {
  const queries = useQueryClient()
  const projects = useQuery(projectsQuery)
  const selected = useQuery(selectedProjectQuery)
  const { mutate, error } = useMutation({
    mutationFn: (project_id: string | null) => api.me.currentProject.set({ project_id }),
    onSuccess: () =>
      Promise.all([
        askAnew(queries, { queryKey: selectedProjectQuery.queryKey }),
        askAnew(queries, { queryKey: ['issues'] }),
      ]),
  })
  return (
    <div>
      <SelectField
        label="Project"
        value={selected.data ?? ''}
        onChange={(event) => mutate(event.target.value || null)}
      >
        <option value="">All projects</option>
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
