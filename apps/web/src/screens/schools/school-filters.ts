import { useLingui } from '@lingui/react/macro'
import { useRecordFilter } from '../../records/record-filter.ts'
import type { TableFilter } from '../../records/table-filters.tsx'
import { pickableGradeLevels, pickableSchools, pickableYears } from './pickables.ts'

/** Filters by school, school year and grade level. */
export function useSchoolFilters(): Readonly<Record<'school' | 'year' | 'grade', readonly TableFilter[]>> {
  const { t } = useLingui()
  return {
    school: useRecordFilter('school_id', t`School`, pickableSchools),
    year: useRecordFilter('school_year_id', t`School year`, pickableYears),
    grade: useRecordFilter('grade_level_id', t`Grade level`, pickableGradeLevels),
  }
}
