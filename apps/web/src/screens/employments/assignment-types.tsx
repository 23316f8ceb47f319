import type {
  EmploymentAssignmentType,
  EmploymentAssignmentTypeCreate,
  EmploymentAssignmentTypeUpdate,
} from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { BriefcaseBusiness } from 'lucide-react'
import { api } from '../../api.ts'
import { useCan } from '../../records/can.ts'
import { useCommonColumns } from '../../records/common-columns.tsx'
import { Moves } from '../../records/moves.tsx'
import { SimpleList } from '../../records/simple-list.tsx'
import { useDeletion } from '../../records/usual-moves.ts'
import { Status } from '../../ui/marks.tsx'
import { EmploymentViews } from './employment-views.tsx'
import { classifications } from './words.ts'

/** The list of the types of employment assignments. */
export function AssignmentTypes() {
  const { t } = useLingui()
  const can = useCan()
  const options = Object.entries(classifications).map(([value, label]) => [value, t(label)] as const)
  return (
    <SimpleList<EmploymentAssignmentType, EmploymentAssignmentTypeCreate, EmploymentAssignmentTypeUpdate>
      name="employment-assignment-types"
      title={t`Types of assignments`}
      add={t`Add a type`}
      extra={<EmploymentViews />}
      mayWrite={can('employments:write')}
      mayDelete={can('employments:delete')}
      list={{ page: (query, options) => api.employmentAssignmentTypes.list.safe(query, options) }}
      sort="position"
      filters={[
        {
          name: 'classification',
          label: t`Kind of work`,
          options: options.map(([value, text]) => ({ value, text })),
        },
      ]}
      columns={[
        {
          id: 'classification',
          title: t`Kind of work`,
          width: '10rem',
          sort: 'classification',
          cell: ({ classification }) => <span>{t(classifications[classification])}</span>,
        },
        {
          id: 'is_active',
          title: t`In use`,
          width: '8rem',
          cell: ({ is_active }) =>
            is_active ? (
              <Status tone="good">{t`In use`}</Status>
            ) : (
              <Status tone="quiet">{t`Switched off`}</Status>
            ),
        },
        useCommonColumns().description,
      ]}
      fields={[
        { kind: 'text', name: 'name', label: t`Name`, isRequired: true, maxLength: 255 },
        { kind: 'choice', name: 'classification', label: t`Kind of work`, options },
        { kind: 'long', name: 'description', label: t`Description` },
        { kind: 'number', name: 'position', label: t`Position`, hint: t`The lowest one is listed first.` },
      ]}
      create={(body, options) => api.employmentAssignmentTypes.create(body, options)}
      get={(employment_assignment_type_id) =>
        api.employmentAssignmentTypes.get({ employment_assignment_type_id })
      }
      update={(employment_assignment_type_id, body) =>
        api.employmentAssignmentTypes.update({ employment_assignment_type_id }, body)
      }
      actions={(type) => <TypeActions type={type} />}
      empty={{
        icon: BriefcaseBusiness,
        title: t`No types yet`,
        text: t`A type says what an employee is assigned to do, such as teacher or librarian.`,
      }}
    />
  )
}

function TypeActions({ type }: { readonly type: EmploymentAssignmentType }) {
  const { t } = useLingui()
  const can = useCan()
  const mayWrite = can('employments:write')
  const { name } = type
  const params = { employment_assignment_type_id: type.id }
  const deletion = useDeletion<EmploymentAssignmentType>({
    record: type,
    name,
    mayDelete: can('employments:delete'),
    remove: () => api.employmentAssignmentTypes.delete(params),
    onRemoved: () => undefined,
  })
  const turn = (is_active: boolean) => () => api.employmentAssignmentTypes.update(params, { is_active })
  return (
    <Moves
      of={name}
      moves={[
        {
          id: 'off',
          label: t`Switch off`,
          isOffered: mayWrite && type.is_active,
          run: turn(false),
          done: t`${name} was switched off.`,
          undo: turn(true),
        },
        {
          id: 'on',
          label: t`Switch on`,
          isOffered: mayWrite && !type.is_active,
          run: turn(true),
          done: t`${name} was switched on.`,
          undo: turn(false),
        },
        deletion,
      ]}
      touches={['employment-assignment-types']}
      buttons={0}
    />
  )
}
