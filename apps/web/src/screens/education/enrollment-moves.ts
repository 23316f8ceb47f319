import { enrollmentMoves } from 'virtual:whole-contract'
import type { SchoolEnrollment } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import type { FormField } from '../../records/form-field.tsx'
import type { Move } from '../../records/moves.tsx'
import { useDeletion } from '../../records/usual-moves.ts'
import { pickableCalendars, pickableGradeLevels } from '../schools/pickables.ts'
import { exitTypes, withdrawalTypes } from './words.ts'

/** The fields of a transfer that describe the new enrollment. An archived person cannot get a new enrollment. */
const fieldsOfNew = ['calendar_id', 'grade_level_id', 'entry_date']

/** The moves of an enrollment's lifecycle, with the fields of their forms. */
export function useEnrollmentMoves(
  enrollment: SchoolEnrollment,
  name: string,
): readonly Move<SchoolEnrollment>[] {
  const { t } = useLingui()
  const { slug } = useTenant()
  const navigate = useNavigate()
  const can = useCan()
  const mayWrite = can('education:write')
  const params = { school_enrollment_id: enrollment.id }
  const { person, school, school_year } = enrollment
  const isOutOfUse = [person, school, school_year].some((record) => record?.is_archived)
  const offered = (move: keyof typeof enrollmentMoves) =>
    mayWrite && enrollmentMoves[move].from.includes(enrollment.status)
  const reason: FormField = { kind: 'text', name: 'reason', label: t`Reason`, maxLength: 500 }
  const exitDate: FormField = {
    kind: 'day',
    name: 'exit_date',
    label: t`Last day`,
    hint: t`Left empty: today.`,
  }
  const transferFields: readonly FormField[] = [
    {
      kind: 'record',
      name: 'calendar_id',
      label: t`School calendar at the new school`,
      hint: t`Leave empty if the school is outside this organisation.`,
      of: pickableCalendars,
    },
    {
      kind: 'record',
      name: 'grade_level_id',
      label: t`Grade level there`,
      hint: t`Left empty: the current grade level.`,
      of: pickableGradeLevels,
    },
    exitDate,
    { kind: 'day', name: 'entry_date', label: t`First day there` },
    reason,
  ]
  const deletion = useDeletion<SchoolEnrollment>({
    record: enrollment,
    name: t`The enrollment`,
    mayDelete: can('education:delete'),
    remove: () => api.schoolEnrollments.delete(params),
    onRemoved: () => void navigate({ to: '/t/$tenant/school-enrollments', params: { tenant: slug } }),
  })
  return [
    {
      id: 'transfer',
      label: t`Transfer`,
      isOffered: offered('transfer'),
      fields: transferFields.filter(
        ({ name: asked }) => !person?.is_archived || !fieldsOfNew.includes(asked),
      ),
      run: (body) => api.schoolEnrollments.transfer(params, body),
      done: t`${name} was transferred.`,
    },
    {
      id: 'withdraw',
      label: t`Withdraw`,
      isOffered: offered('withdraw'),
      fields: [
        {
          kind: 'choice',
          name: 'exit_type',
          label: t`How they leave`,
          options: withdrawalTypes.map((value) => [value, t(exitTypes[value])] as const),
        },
        exitDate,
        reason,
      ],
      run: (body) => api.schoolEnrollments.withdraw(params, body),
      done: t`${name} was withdrawn.`,
    },
    {
      id: 'complete',
      label: t`Complete the school year`,
      isOffered: offered('complete'),
      fields: [exitDate, reason],
      run: (body) => api.schoolEnrollments.complete(params, body),
      done: t`${name} has completed the school year.`,
    },
    {
      id: 'graduate',
      label: t`Graduate`,
      isOffered: offered('graduate'),
      warning: t`Graduation is final. This cannot be undone.`,
      fields: [exitDate, reason],
      run: (body) => api.schoolEnrollments.graduate(params, body),
      done: t`${name} has graduated.`,
    },
    {
      id: 'reenroll',
      label: t`Enroll again`,
      isOffered: offered('reenroll') && !isOutOfUse,
      isNext: true,
      fields: [{ kind: 'day', name: 'entry_date', label: t`First day`, hint: t`Left empty: today.` }, reason],
      run: (body) => api.schoolEnrollments.reenroll(params, body),
      done: t`${name} is enrolled again.`,
    },
    deletion,
  ]
}
