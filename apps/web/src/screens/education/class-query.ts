import { queryOptions } from '@tanstack/react-query'
import { api, every } from '../../api.ts'

/** The query parameters for the enrollments of a class. An empty `grade` means all grade levels. */
export const parametersOfClass = (calendar: string, grade: string) => ({
  calendar_id: [calendar],
  status: ['enrolled' as const],
  ...(grade !== '' && { grade_level_id: [grade] }),
})

/** All students enrolled on a calendar, sorted by name. */
export const classQuery = (calendar: string, grade: string) =>
  queryOptions({
    queryKey: ['school-enrollments', 'class', calendar, grade],
    queryFn: async ({ signal }) => {
      const students = await readClass(calendar, grade, signal)
      return students.sort((one, other) => (one.person?.name ?? '').localeCompare(other.person?.name ?? ''))
    },
  })

const readClass = (calendar: string, grade: string, signal: AbortSignal) =>
  every(
    api.schoolEnrollments.list.all(
      { ...parametersOfClass(calendar, grade), include: ['person', 'grade_level_record'] },
      { signal },
    ),
  )

/** One student of a class. */
export type Student = Awaited<ReturnType<typeof readClass>>[number]
