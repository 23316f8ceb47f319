import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'

/** All types of issues. */
export const typesQuery = queryOptions({
  queryKey: ['issue-types', 'all'],
  queryFn: ({ signal }) => api.issueTypes.list({ limit: 500 }, { signal }),
})

/** All fields of issues. */
export const fieldsQuery = queryOptions({
  queryKey: ['issue-fields', 'all'],
  queryFn: ({ signal }) => api.issueFields.list({ limit: 500 }, { signal }),
})

/** All screens. */
export const screensQuery = queryOptions({
  queryKey: ['issue-screens', 'all'],
  queryFn: ({ signal }) => api.issueScreens.list({ limit: 500, sort: ['name'] }, { signal }),
})

/** All workflows. */
export const workflowsQuery = queryOptions({
  queryKey: ['issue-workflows', 'all'],
  queryFn: ({ signal }) => api.issueWorkflows.list({ limit: 500, sort: ['name'] }, { signal }),
})

/** All statuses. */
export const statusesQuery = queryOptions({
  queryKey: ['issue-statuses', 'all'],
  queryFn: ({ signal }) => api.issueStatuses.list({ limit: 500 }, { signal }),
})

/** All projects that the user may read, with the archived ones. */
export const projectsQuery = queryOptions({
  queryKey: ['projects', 'all'],
  queryFn: ({ signal }) => api.projects.list({ limit: 500, sort: ['name'], archived: 'include' }, { signal }),
})

/** The fields of a screen in their order. */
export const screenFieldsQuery = (screen_id: string) =>
  queryOptions({
    queryKey: ['issue-screens', screen_id, 'fields'],
    queryFn: ({ signal }) =>
      api.issueScreenFields.list({ screen_id: [screen_id], limit: 500, sort: ['position'] }, { signal }),
  })

/** The statuses of a workflow in their order. */
export const workflowStatusesQuery = (workflow_id: string) =>
  queryOptions({
    queryKey: ['issue-workflows', workflow_id, 'statuses'],
    queryFn: ({ signal }) =>
      api.issueWorkflowStatuses.list(
        { workflow_id: [workflow_id], limit: 500, sort: ['position'] },
        { signal },
      ),
  })

/** The transitions of a workflow. */
export const transitionsQuery = (workflow_id: string) =>
  queryOptions({
    queryKey: ['issue-workflows', workflow_id, 'transitions'],
    queryFn: ({ signal }) =>
      api.issueWorkflowTransitions.list(
        { workflow_id: [workflow_id], limit: 500, sort: ['position'] },
        { signal },
      ),
  })
