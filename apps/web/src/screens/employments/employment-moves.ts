import { employmentMoves } from 'virtual:whole-contract'
import type { SchoolEmployment } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../api.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import type { FormField } from '../../records/form-field.tsx'
import type { Move } from '../../records/moves.tsx'
import { useDeletion } from '../../records/usual-moves.ts'
import { separationReasons, separationTypes } from './words.ts'

/** The form fields for who initiated a separation, and why. */
export function useSeparationFields(): readonly [type: FormField, reason: FormField] {
  const { t } = useLingui()
  return [
    {
      kind: 'choice',
      name: 'separation_type',
      label: t`Initiated by`,
      options: Object.entries(separationTypes).map(([value, label]) => [value, t(label)] as const),
    },
    {
      kind: 'choice',
      name: 'separation_reason',
      label: t`Reason for leaving`,
      options: Object.entries(separationReasons).map(([value, label]) => [value, t(label)] as const),
    },
  ]
}

/** The moves of an employment's lifecycle, with the fields of their forms. */
export function useEmploymentMoves(
  employment: SchoolEmployment,
  name: string,
): readonly Move<SchoolEmployment>[] {
  const { t } = useLingui()
  const { slug } = useTenant()
  const navigate = useNavigate()
  const can = useCan()
  const [separationType, separationReason] = useSeparationFields()
  const params = { school_employment_id: employment.id }
  const isInUse = !employment.person?.is_archived && !employment.school?.is_archived
  const offered = (move: keyof typeof employmentMoves) =>
    can('employments:write') && employmentMoves[move].from.includes(employment.status)
  const reason: FormField = { kind: 'text', name: 'reason', label: t`Note`, maxLength: 500 }
  const hireDate: FormField = {
    kind: 'day',
    name: 'hire_date',
    label: t`First day`,
    hint: t`Left empty: today.`,
  }
  const endDate: FormField = {
    kind: 'day',
    name: 'end_date',
    label: t`Last day`,
    hint: t`Left empty: today. Open assignments end on the same day.`,
  }
  const deletion = useDeletion<SchoolEmployment>({
    record: employment,
    name: t`The employment`,
    mayDelete: can('employments:delete'),
    remove: () => api.schoolEmployments.delete(params),
    onRemoved: () => void navigate({ to: '/t/$tenant/school-employments', params: { tenant: slug } }),
  })
  return [
    {
      id: 'hire',
      label: t`Hire`,
      isOffered: offered('hire') && isInUse,
      isNext: true,
      fields: [hireDate, reason],
      run: (body) => api.schoolEmployments.hire(params, body),
      done: t`${name} was hired.`,
    },
    {
      id: 'terminate',
      label: t`Terminate`,
      isOffered: offered('terminate'),
      fields: [endDate, separationType, separationReason, reason],
      run: (body) => api.schoolEmployments.terminate(params, body),
      done: t`The employment of ${name} was terminated.`,
    },
    {
      id: 'retire',
      label: t({ message: 'Retire', context: 'employee' }),
      isOffered: offered('retire'),
      fields: [endDate, separationType, reason],
      run: (body) => api.schoolEmployments.retire(params, body),
      done: t`${name} has retired.`,
    },
    {
      id: 'reactivate',
      label: t`Hire again`,
      isOffered: offered('reactivate') && isInUse,
      isNext: true,
      fields: [hireDate, reason],
      run: (body) => api.schoolEmployments.reactivate(params, body),
      done: t`${name} is employed again.`,
    },
    deletion,
  ]
}
