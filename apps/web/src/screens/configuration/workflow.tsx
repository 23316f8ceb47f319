import type { IssueWorkflow } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { useOpenForm } from '../../records/open-form.ts'
import { RecordForm } from '../../records/record-form.tsx'
import { RecordPage, UnloadedRecord } from '../../records/record-page.tsx'
import { Section } from '../../records/section.tsx'
import { useIsOwn } from '../../records/use-is-own.ts'
import { refetch } from '../../refetch.ts'
import { Code, Status } from '../../ui/marks.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'
import { RecordMenu } from './catalogue-moves.tsx'
import { workflowOperations } from './operations.ts'
import { statusesQuery, transitionsQuery, workflowStatusesQuery } from './queries.ts'
import { SharedNote } from './shared-note.tsx'
import { useUsualFields } from './usual-fields.ts'
import { WorkflowStatuses } from './workflow-statuses.tsx'
import { WorkflowTransitions } from './workflow-transitions.tsx'

const WorkflowGraph = lazy(() => import('./workflow-graph.tsx'))

/** The page of one workflow: its graph, and the lists of its statuses and transitions. */
export function WorkflowPage() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const { workflow: issue_workflow_id } = useParams({ from: '/t/$tenant/settings/workflows/$workflow' })
  const within = {
    text: t`Workflows`,
    link: { to: '/t/$tenant/settings/workflows', params: { tenant: slug } },
  } as const
  const query = useQuery({
    queryKey: ['issue-workflows', issue_workflow_id],
    queryFn: ({ signal }) => api.issueWorkflows.get({ issue_workflow_id }, { signal }),
  })
  const mayWrite = useCan()('issue_configuration:write')
  const isOwn = useIsOwn()
  const allStatuses = useQuery(statusesQuery)
  const allSteps = useQuery(workflowStatusesQuery(issue_workflow_id))
  const allTransitions = useQuery(transitionsQuery(issue_workflow_id))
  const unread = [allStatuses, allSteps, allTransitions].find(({ data }) => !data)
  const [chosen, setChosen] = useOpenForm('transition')
  if (!query.data) return <UnloadedRecord query={query} within={within} />
  const workflow = query.data
  const statuses = allStatuses.data ?? []
  const steps = allSteps.data ?? []
  const transitions = allTransitions.data ?? []
  const isEditable = mayWrite && isOwn(workflow)
  return (
    <RecordPage
      within={within}
      title={workflow.name}
      marks={
        <>
          <Code>{workflow.key}</Code>
          {!workflow.is_active && (
            <Status tone="quiet">
              <Trans>Off</Trans>
            </Status>
          )}
        </>
      }
      actions={<WorkflowActions workflow={workflow} />}
    >
      {!isOwn(workflow) && mayWrite && <SharedNote />}
      {/* The graph and the lists render together: lists that render first would move down when the graph appears. */}
      <Suspense fallback={<SkeletonLines />}>
        {unread ? (
          <Unloaded query={unread} />
        ) : (
          <>
            {steps.length > 0 && (
              <Section title={t`Graph`}>
                <WorkflowGraph
                  label={workflow.name}
                  steps={steps}
                  transitions={transitions}
                  statuses={statuses}
                  chosen={chosen}
                  {...(isEditable && { onChoose: setChosen })}
                />
              </Section>
            )}
            <WorkflowStatuses workflow={workflow} steps={steps} statuses={statuses} isEditable={isEditable} />
            <WorkflowTransitions
              workflow={workflow}
              steps={steps}
              transitions={transitions}
              statuses={statuses}
              isEditable={isEditable}
              open={chosen}
              onOpen={setChosen}
            />
          </>
        )}
      </Suspense>
    </RecordPage>
  )
}

function WorkflowActions({ workflow }: { readonly workflow: IssueWorkflow }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { slug } = useTenant()
  const { name, description } = useUsualFields()
  const [editing, setEditing] = useOpenForm<'yes'>('workflow')
  return (
    <>
      <RecordMenu
        name="issue-workflows"
        record={workflow}
        operations={workflowOperations}
        onEdit={() => setEditing('yes')}
        onRemoved={() => void navigate({ to: '/t/$tenant/settings/workflows', params: { tenant: slug } })}
        pageOf={({ id }) => ({
          to: '/t/$tenant/settings/workflows/$workflow',
          params: { tenant: slug, workflow: id },
        })}
      />
      {editing && (
        <RecordForm
          name="issue-workflows"
          title={t`Change ${workflow.name}`}
          action={t`Save`}
          fields={[
            name,
            { kind: 'flag', name: 'is_default', label: t`Default workflow of new issue types` },
            description,
          ]}
          record={workflow}
          send={(body: object) => workflowOperations.update(workflow.id, body)}
          reload={() => workflowOperations.get(workflow.id)}
          onClose={() => setEditing()}
          onDone={({ name: what }) => {
            setEditing()
            void refetch(queries, { queryKey: ['issue-workflows'] })
            toast(t`${what} was saved.`)
          }}
        />
      )}
    </>
  )
}
