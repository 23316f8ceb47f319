import type { Person, SchoolEnrollment } from '@commonhold/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { dayAhead } from '../../preferences.ts'

/** A person in the list. */
export interface PersonRow extends Person {
  /** The current enrollment. If there are several, the primary one, or else the latest. */
  readonly enrollment?: SchoolEnrollment | undefined
}

/** The most enrollments that are read for one page of persons, a multiple of its size: few persons have several. */
const MOST = 500

/** The query parameters for the current enrollments of persons, the latest first. */
const parametersOf = (person_ids: readonly string[]) => ({
  person_id: [...person_ids],
  status: ['enrolled' as const],
  entry_date__lt: dayAhead(1),
  sort: ['-entry_date'],
  include: ['school' as const, 'grade_level_record' as const],
  limit: MOST,
})

const primaryOf = (enrollments: readonly SchoolEnrollment[]) =>
  enrollments.find(({ is_primary }) => is_primary) ?? enrollments[0]

/** The current enrollment of one person; null if there is none. */
export const currentEnrollmentQuery = (person_id: string) =>
  queryOptions({
    queryKey: ['school-enrollments', 'current of person', person_id],
    queryFn: async ({ signal }) =>
      primaryOf(await api.schoolEnrollments.list(parametersOf([person_id]), { signal })) ?? null,
  })

/**
 * Adds the current enrollment to each person of a page, with one request for all of them. If it fails, the persons are shown
 * without.
 */
export async function withEnrollments(
  persons: readonly Person[],
  signal: AbortSignal,
): Promise<readonly PersonRow[]> {
  // Without an id, the request would be about all persons.
  if (persons.length === 0) return persons
  const person_ids = persons.map(({ id }) => id)
  const answer = await api.schoolEnrollments.list.safe(parametersOf(person_ids), { signal })
  if (!answer.ok) return persons
  return persons.map((person) => ({
    ...person,
    enrollment: primaryOf(answer.data.filter(({ person_id }) => person_id === person.id)),
  }))
}
