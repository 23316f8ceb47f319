import { assignmentMoves } from 'virtual:whole-contract'
import type { EmploymentAssignment, SchoolEmployment } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { api } from '../../api.ts'
import { useCan } from '../../records/can.ts'
import type { FormField } from '../../records/form-field.tsx'
import type { Move } from '../../records/moves.tsx'
import { useDeletion } from '../../records/usual-moves.ts'

/**
 * The moves of an assignment's lifecycle. It can start only if its employment is active, and its person, school and school year
 * are not archived.
 */
export function useAssignmentMoves(
  assignment: EmploymentAssignment,
  employment: SchoolEmployment,
  name: string,
): readonly Move<EmploymentAssignment>[] {
  const { t } = useLingui()
  const can = useCan()
  const params = { assignment_id: assignment.id }
  const offered = (move: keyof typeof assignmentMoves) =>
    can('employments:write') && assignmentMoves[move].from.includes(assignment.status)
  const named = [employment.person, assignment.school, assignment.school_year]
  const mayBegin = employment.status === 'active' && !named.some((record) => record?.is_archived)
  const reason: FormField = { kind: 'text', name: 'reason', label: t`Reason`, maxLength: 500 }
  const deletion = useDeletion<EmploymentAssignment>({
    record: assignment,
    name: t`The assignment`,
    mayDelete: can('employments:delete'),
    remove: () => api.employmentAssignments.delete(params),
    onRemoved: () => undefined,
  })
  const startDate: FormField = { kind: 'day', name: 'start_date', label: t`First day` }
  return [
    {
      id: 'start',
      label: t({ message: 'Start', context: 'assignment' }),
      isOffered: mayBegin && offered('start'),
      fields: [
        { ...startDate, hint: t`Left empty: the planned day if it has come, otherwise today.` },
        reason,
      ],
      run: (body) => api.employmentAssignments.start(params, body),
      done: t`${name} was started.`,
    },
    {
      id: 'end',
      label: t`End`,
      isOffered: offered('end'),
      fields: [{ kind: 'day', name: 'end_date', label: t`Last day`, hint: t`Left empty: today.` }, reason],
      run: (body) => api.employmentAssignments.end(params, body),
      done: t`${name} has ended.`,
    },
    {
      id: 'reactivate',
      label: t`Reactivate`,
      isOffered: mayBegin && offered('reactivate'),
      fields: [{ ...startDate, hint: t`Left empty: the former first day.` }, reason],
      run: (body) => api.employmentAssignments.reactivate(params, body),
      done: t({ message: `${name} is active again.`, context: 'person' }),
    },
    deletion,
  ]
}
