import type {
  IssueStatus,
  IssueWorkflow,
  IssueWorkflowStatus,
  IssueWorkflowStatusCreate,
  IssueWorkflowStatusUpdate,
} from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { useCan } from '../../records/can.ts'
import { type Move, Moves } from '../../records/moves.tsx'
import { useOpenForm } from '../../records/open-form.ts'
import { RecordForm } from '../../records/record-form.tsx'
import { Section } from '../../records/section.tsx'
import { refetch } from '../../refetch.ts'
import { toast } from '../../ui/toasts.tsx'
import { IssueStatus as StatusMark } from '../issues/marks.tsx'
import { reorder } from './reorder.ts'

interface WorkflowStatusesProps {
  readonly workflow: IssueWorkflow
  readonly steps: readonly IssueWorkflowStatus[]
  readonly statuses: readonly IssueStatus[]
  readonly isEditable: boolean
}

/** The statuses of a workflow as a list. */
export function WorkflowStatuses({ workflow, steps, statuses, isEditable }: WorkflowStatusesProps) {
  const { t } = useLingui()
  const mayDelete = useCan()('issue_configuration:delete')
  const queries = useQueryClient()
  const [adding, setAdding] = useOpenForm<'new'>('status')
  const taken = new Set(steps.map(({ status_id }) => status_id))
  const free = statuses.filter(({ id, is_active }) => is_active && !taken.has(id))
  const write = (issue_workflow_status_id: string, body: IssueWorkflowStatusUpdate) =>
    api.issueWorkflowStatuses.update({ issue_workflow_status_id }, body)
  const place = (from: number, to: number) => () =>
    reorder(steps, from, to, (id, position) => write(id, { position }))
  const movesOf = (
    step: IssueWorkflowStatus,
    at: number,
    { name, is_active }: IssueStatus,
  ): readonly Move<unknown>[] => [
    {
      id: 'initial',
      label: t`Begin here`,
      isOffered: !step.is_initial && is_active,
      run: () => write(step.id, { is_initial: true }),
      done: t`New issues begin in ${name}.`,
    },
    {
      id: 'approval',
      label: step.waits_for_approval ? t`Do not wait for approval` : t`Wait for approval`,
      isOffered: true,
      run: () => write(step.id, { waits_for_approval: !step.waits_for_approval }),
      done: step.waits_for_approval
        ? t`Issues in ${name} no longer wait for approval.`
        : t`Issues in ${name} wait for approval.`,
      undo: () => write(step.id, { waits_for_approval: step.waits_for_approval }),
    },
    {
      id: 'up',
      label: t`Move up`,
      isOffered: at > 0,
      run: place(at, at - 1),
      done: t`${name} was moved up.`,
    },
    {
      id: 'down',
      label: t`Move down`,
      isOffered: at < steps.length - 1,
      run: place(at, at + 1),
      done: t`${name} was moved down.`,
    },
    {
      id: 'remove',
      label: t`Remove`,
      isOffered: mayDelete && (!step.is_initial || steps.length === 1),
      isDangerous: true,
      warning: t`Issues can no longer have it, and its settings in this workflow are lost.`,
      run: () => api.issueWorkflowStatuses.delete({ issue_workflow_status_id: step.id }),
      done: t`${name} was removed from the workflow.`,
    },
  ]
  return (
    <Section
      title={t`Statuses`}
      action={
        isEditable && (
          <button type="button" className="button outlined small" onClick={() => setAdding('new')}>
            <Trans>Add a status</Trans>
          </button>
        )
      }
    >
      {steps.length === 0 && (
        <p className="hint">
          <Trans>No statuses yet. Issues begin in the first one.</Trans>
        </p>
      )}
      <ul className="line-list">
        {steps.map((step, at) => {
          const status = statuses.find(({ id }) => id === step.status_id)
          if (!status) return null
          return (
            <li key={step.id}>
              <StatusMark issue={{ status: status.key, status_category: status.category }}>
                {status.name}
              </StatusMark>
              {step.is_initial && (
                <span className="hint">
                  <Trans>Issues begin here</Trans>
                </span>
              )}
              {step.waits_for_approval && (
                <span className="hint">
                  <Trans>Waits for approval</Trans>
                </span>
              )}
              {isEditable && (
                <span className="at-end">
                  <Moves
                    of={status.name}
                    moves={movesOf(step, at, status)}
                    touches={['issue-workflows']}
                    buttons={0}
                  />
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {adding && (
        <RecordForm
          name={`new status of ${workflow.id}`}
          title={t`Add a status`}
          action={t`Add`}
          fields={[
            {
              kind: 'choice',
              name: 'status_id',
              label: t`Status`,
              isRequired: true,
              options: free.map(({ id, name }) => [id, name] as const),
            },
            { kind: 'flag', name: 'is_initial', label: t`Issues begin here` },
            { kind: 'flag', name: 'waits_for_approval', label: t`Waits for approval` },
          ]}
          send={(body: IssueWorkflowStatusCreate, options) =>
            api.issueWorkflowStatuses.create(
              { ...body, workflow_id: workflow.id, position: (steps.at(-1)?.position ?? 0) + 10 },
              options,
            )
          }
          onClose={() => setAdding()}
          onDone={({ status_id }) => {
            setAdding()
            void refetch(queries, { queryKey: ['issue-workflows'] })
            const what = statuses.find(({ id }) => id === status_id)?.name ?? t`The status`
            toast(t`${what} was saved.`)
          }}
        />
      )}
    </Section>
  )
}
