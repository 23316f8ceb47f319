import type { EmploymentAssignment, SchoolEmployment } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { useCan } from '../../records/can.ts'
import { numberText } from '../../records/local-numbers.ts'
import { Moves } from '../../records/moves.tsx'
import { useOpenRecord } from '../../records/open-form.ts'
import { Related } from '../../records/related.tsx'
import { refetch } from '../../refetch.ts'
import { Day } from '../../ui/day.tsx'
import { Status } from '../../ui/marks.tsx'
import { toast } from '../../ui/toasts.tsx'
import { AssignmentForm } from './assignment-form.tsx'
import { useAssignmentMoves } from './assignment-moves.ts'
import { assignmentStatuses } from './words.ts'

/** The assignments of an employment, the latest first. */
export function Assignments({ employment }: { readonly employment: SchoolEmployment }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const mayWrite = useCan()('employments:write')
  const form = useOpenRecord<EmploymentAssignment>('assignment', (assignment_id) =>
    api.employmentAssignments.get({ assignment_id }),
  )
  const school_employment_id = employment.id
  const isOpen = employment.status === 'pending' || employment.status === 'active'
  return (
    <>
      <Related
        title={t`Assignments`}
        queryKey={['school-employments', school_employment_id, 'assignments']}
        sort="-created_at"
        list={{
          page: (parameters, options) =>
            api.schoolEmployments.assignments.list.safe(
              { school_employment_id },
              { ...parameters, include: ['assignment_type_record', 'school', 'school_year'] },
              options,
            ),
        }}
        line={(assignment) => (
          <AssignmentLine
            assignment={assignment}
            employment={employment}
            onEdit={() => form.open(assignment)}
          />
        )}
        empty={t`No assignments yet. An assignment says what the person does at a school in a school year.`}
        action={
          mayWrite &&
          isOpen &&
          !employment.person?.is_archived && (
            <button type="button" className="button outlined small" onClick={() => form.open('new')}>
              <Trans>Add an assignment</Trans>
            </button>
          )
        }
      />
      {(form.isNew || form.record) && (
        <AssignmentForm
          school_employment_id={school_employment_id}
          {...(form.record && { assignment: form.record })}
          onClose={form.close}
          onDone={() => {
            form.close()
            void refetch(queries, { queryKey: ['school-employments', school_employment_id] })
            toast(t`The assignment was saved.`)
          }}
        />
      )}
    </>
  )
}

interface AssignmentLineProps {
  readonly assignment: EmploymentAssignment
  readonly employment: SchoolEmployment
  readonly onEdit: () => void
}

function AssignmentLine({ assignment, employment, onEdit }: AssignmentLineProps) {
  const { t } = useLingui()
  const mayWrite = useCan()('employments:write')
  const { status, start_date, end_date, school, school_year, full_time_equivalency: share } = assignment
  const name = assignment.position_title ?? assignment.assignment_type_record?.name ?? t`The assignment`
  const moves = useAssignmentMoves(assignment, employment, name)
  // The side column already shows the school of the employment.
  const elsewhere = assignment.school_id === employment.school_id ? undefined : school?.name
  const where = [elsewhere, school_year?.name, share === null ? undefined : numberText(share)]
  return (
    <>
      <Status tone={assignmentStatuses[status].tone}>{t(assignmentStatuses[status].label)}</Status>
      <strong className="ellipsis">{name}</strong>
      <span className="hint">{where.filter(Boolean).join(' · ')}</span>
      {start_date && (
        <span className="hint">
          <Day on={start_date} /> {end_date && '– '}
          {end_date && <Day on={end_date} />}
        </span>
      )}
      {assignment.warnings.includes('full_time_equivalency_above_one') && (
        <Status tone="caution">{t`Above full time`}</Status>
      )}
      <span className="at-end">
        {mayWrite && (
          <button type="button" className="button quiet small" aria-label={t`Edit ${name}`} onClick={onEdit}>
            <Trans>Edit</Trans>
          </button>
        )}
        <Moves of={name} moves={moves} touches={['school-employments']} buttons={0} />
      </span>
    </>
  )
}
