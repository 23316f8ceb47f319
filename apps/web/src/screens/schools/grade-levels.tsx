import type { SchoolGradeLevel, SchoolGradeLevelCreate, SchoolGradeLevelUpdate } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { GraduationCap } from 'lucide-react'
import { api } from '../../api.ts'
import { useCan } from '../../records/can.ts'
import { Moves } from '../../records/moves.tsx'
import { SimpleList } from '../../records/simple-list.tsx'
import { useDeletion } from '../../records/usual-moves.ts'
import { CutText, Status } from '../../ui/marks.tsx'
import { pickableGradeLevels, pickableSchools } from './pickables.ts'
import { useSchoolFilters } from './school-filters.ts'
import { SchoolViews } from './school-views.tsx'

/** The list of grade levels, each with the next grade level. */
export function GradeLevels() {
  const { t } = useLingui()
  const can = useCan()
  const { school } = useSchoolFilters()
  return (
    <SimpleList<SchoolGradeLevel, SchoolGradeLevelCreate, SchoolGradeLevelUpdate>
      name="school-grade-levels"
      title={t`Grade levels`}
      add={t`Add a grade level`}
      extra={<SchoolViews />}
      mayWrite={can('education:write')}
      mayDelete={can('education:delete')}
      list={{
        page: (query, options) =>
          api.schoolGradeLevels.list.safe(
            { ...query, include: ['school', 'next_grade_level_record'] },
            options,
          ),
      }}
      sort="sequence"
      filters={school}
      columns={[
        {
          id: 'school',
          title: t`School`,
          cell: ({ school }) => <span>{school?.name ?? t`All schools`}</span>,
        },
        {
          id: 'next',
          title: t`Next grade level`,
          cell: ({ next_grade_level_record: next, is_final }) =>
            is_final ? <Status tone="quiet">{t`The last one`}</Status> : <CutText text={next?.name} />,
        },
      ]}
      fields={[
        { kind: 'text', name: 'name', label: t`Name`, isRequired: true, maxLength: 255 },
        { kind: 'text', name: 'short_name', label: t`Short name` },
        { kind: 'number', name: 'sequence', label: t`Position`, hint: t`The lowest one is listed first.` },
        {
          kind: 'record',
          name: 'school_id',
          label: t`School`,
          hint: t`Leave empty if all schools have it.`,
          of: pickableSchools,
        },
        { kind: 'record', name: 'next_grade_level_id', label: t`Next grade level`, of: pickableGradeLevels },
        { kind: 'flag', name: 'is_final', label: t`Students leave the school after this grade level` },
      ]}
      create={(body, options) => api.schoolGradeLevels.create(body, options)}
      get={(school_grade_level_id) => api.schoolGradeLevels.get({ school_grade_level_id })}
      update={(school_grade_level_id, body) => api.schoolGradeLevels.update({ school_grade_level_id }, body)}
      actions={(level) => <LevelActions level={level} />}
      empty={{
        icon: GraduationCap,
        title: t`No grade levels yet`,
        text: t`A grade level is a step in school. Each one names the next grade level.`,
      }}
    />
  )
}

function LevelActions({ level }: { readonly level: SchoolGradeLevel }) {
  const deletion = useDeletion({
    record: level,
    name: level.name,
    mayDelete: useCan()('education:delete'),
    remove: () => api.schoolGradeLevels.delete({ school_grade_level_id: level.id }),
    onRemoved: () => undefined,
  })
  return <Moves of={level.name} moves={[deletion]} touches={['school-grade-levels']} buttons={0} />
}
