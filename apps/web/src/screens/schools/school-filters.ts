import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { useCan } from '../../records/can.ts'
import type { TableFilter } from '../../records/table-filters.tsx'

/** The most options of a filter. */
const MOST = 100

interface Named {
  readonly id: string
  readonly name: string
}

/** Filters by school, school year and grade level. There is no filter if there are no such records. */
export function useSchoolFilters(): Readonly<Record<'school' | 'year' | 'grade', readonly TableFilter[]>> {
  const { t } = useLingui()
  const enabled = useCan()('education:read')
  const schools = useQuery({
    queryKey: ['schools', 'to filter by'],
    enabled,
    queryFn: ({ signal }) => api.schools.list({ limit: MOST, sort: ['name'] }, { signal }),
  }).data
  const years = useQuery({
    queryKey: ['school-years', 'to filter by'],
    enabled,
    queryFn: ({ signal }) => api.schoolYears.list({ limit: MOST, sort: ['-start'] }, { signal }),
  }).data
  const grades = useQuery({
    queryKey: ['school-grade-levels', 'to filter by'],
    enabled,
    queryFn: ({ signal }) => api.schoolGradeLevels.list({ limit: MOST, sort: ['sequence'] }, { signal }),
  }).data
  return {
    school: filterBy('school_id', t`School`, schools),
    year: filterBy('school_year_id', t`School year`, years),
    grade: filterBy('grade_level_id', t`Grade level`, grades),
  }
}

const filterBy = (name: string, label: string, records: readonly Named[] = []): readonly TableFilter[] =>
  records.length === 0
    ? []
    : [{ name, label, options: records.map(({ id, name: text }) => ({ value: id, text })) }]
