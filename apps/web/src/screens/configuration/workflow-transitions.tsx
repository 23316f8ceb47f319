import type {
  IssueStatus,
  IssueWorkflow,
  IssueWorkflowStatus,
  IssueWorkflowTransition,
  IssueWorkflowTransitionCreate,
  IssueWorkflowTransitionUpdate,
} from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { useCan } from '../../records/can.ts'
import { Moves } from '../../records/moves.tsx'
import { RecordForm } from '../../records/record-form.tsx'
import { Section } from '../../records/section.tsx'
import { refetch } from '../../refetch.ts'
import { toast } from '../../ui/toasts.tsx'
import { useTransitionFields } from './transition-fields.ts'

interface WorkflowTransitionsProps {
  readonly workflow: IssueWorkflow
  readonly steps: readonly IssueWorkflowStatus[]
  readonly transitions: readonly IssueWorkflowTransition[]
  readonly statuses: readonly IssueStatus[]
  readonly isEditable: boolean
  /** The id of the transition whose form is shown; `new` for the form that adds one. */
  readonly open: string | undefined
  /** Opens a form or, without a word, closes it. */
  readonly onOpen: (word?: string) => void
}

/** The transitions of a workflow as a list. */
export function WorkflowTransitions(props: WorkflowTransitionsProps) {
  const { workflow, steps, transitions, statuses, isEditable, open, onOpen } = props
  const { t } = useLingui()
  const mayDelete = useCan()('issue_configuration:delete')
  const queries = useQueryClient()
  const nameOf = (id: string | null) => statuses.find((one) => one.id === id)?.name
  const within = steps.map(({ status_id }) => [status_id, nameOf(status_id) ?? status_id] as const)
  const fields = useTransitionFields(within)
  const edited = isEditable ? transitions.find(({ id }) => id === open) : undefined
  const done = ({ name: what }: IssueWorkflowTransition) => {
    onOpen()
    void refetch(queries, { queryKey: ['issue-workflows'] })
    toast(t`${what} was saved.`)
  }
  const params = { issue_workflow_transition_id: edited?.id ?? '' }
  return (
    <Section
      title={t`Transitions`}
      action={
        isEditable &&
        steps.length > 0 && (
          <button type="button" className="button outlined small" onClick={() => onOpen('new')}>
            <Trans>Add a transition</Trans>
          </button>
        )
      }
    >
      {transitions.length === 0 && (
        <p className="hint">
          <Trans>
            No transitions yet. A transition leads from one status, or from any status, to another one.
          </Trans>
        </p>
      )}
      <ul className="line-list">
        {transitions.map((transition) => {
          const { id, name, from_status_id, to_status_id, is_active } = transition
          const params = { issue_workflow_transition_id: id }
          const switchTo = (next: boolean) => () =>
            api.issueWorkflowTransitions.update(params, { is_active: next })
          return (
            <li key={id}>
              {isEditable ? (
                <button type="button" className="link" onClick={() => onOpen(id)}>
                  {name}
                </button>
              ) : (
                <span>{name}</span>
              )}
              <span className="hint">
                {from_status_id === null ? t`Any status` : nameOf(from_status_id)} → {nameOf(to_status_id)}
                {rulesOf(transition).map((rule) => ` · ${t(rule)}`)}
              </span>
              {isEditable && (
                <span className="at-end">
                  <Moves
                    of={name}
                    touches={['issue-workflows']}
                    buttons={0}
                    moves={[
                      {
                        id: 'off',
                        label: t`Switch off`,
                        isOffered: is_active,
                        run: switchTo(false),
                        done: t`${name} was switched off.`,
                        undo: switchTo(true),
                      },
                      {
                        id: 'on',
                        label: t`Switch on`,
                        isOffered: !is_active,
                        run: switchTo(true),
                        done: t`${name} was switched on.`,
                        undo: switchTo(false),
                      },
                      {
                        id: 'delete',
                        label: t`Delete`,
                        isOffered: mayDelete,
                        isDangerous: true,
                        warning: t`Issues can no longer make this move.`,
                        run: () => api.issueWorkflowTransitions.delete(params),
                        done: t`${name} was deleted.`,
                      },
                    ]}
                  />
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {isEditable && open === 'new' && (
        <RecordForm
          name={`new transition of ${workflow.id}`}
          title={t`Add a transition`}
          action={t`Add`}
          fields={fields}
          start={{ is_active: 'true' }}
          send={(body: IssueWorkflowTransitionCreate, options) =>
            api.issueWorkflowTransitions.create({ ...body, workflow_id: workflow.id }, options)
          }
          onClose={() => onOpen()}
          onDone={done}
        />
      )}
      {edited && (
        <RecordForm
          name="transition"
          title={t`Change ${edited.name}`}
          action={t`Save`}
          fields={fields}
          record={edited}
          send={(body: IssueWorkflowTransitionUpdate) => api.issueWorkflowTransitions.update(params, body)}
          reload={() => api.issueWorkflowTransitions.get(params)}
          onClose={() => onOpen()}
          onDone={done}
        />
      )}
    </Section>
  )
}

/** The rules of a transition in words, for its line in the list. */
function rulesOf(transition: IssueWorkflowTransition): readonly MessageDescriptor[] {
  const isLimited =
    transition.allowed_actors.length > 0 ||
    transition.allowed_group_ids.length > 0 ||
    transition.required_permission !== null
  return [
    ...(transition.is_active ? [] : [msg`Off`]),
    ...(Object.keys(transition.condition).length > 0 ? [msg`With conditions`] : []),
    ...(isLimited ? [msg`For some only`] : []),
    ...(transition.required_fields.length > 0 || transition.requires_comment ? [msg`Needs input`] : []),
  ]
}
