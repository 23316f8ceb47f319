import type { Person, SchoolEnrollment } from '@commonhold/contract'
import { api } from '../../api.ts'
import { dayAhead } from '../../preferences.ts'

/** A person in the list. */
export interface PersonRow extends Person {
  /** The current enrollment. If there are several, the primary one, or else the latest. */
  readonly enrollment?: SchoolEnrollment | undefined
}

/** The most enrollments that are read for one page of persons, a multiple of its size: few persons have several. */
const MOST = 500

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
  const answer = await api.schoolEnrollments.list.safe(
    {
      person_id: persons.map(({ id }) => id),
      status: ['enrolled'],
      entry_date__lt: dayAhead(1),
      sort: ['-entry_date'],
      include: ['school', 'grade_level_record'],
      limit: MOST,
    },
    { signal },
  )
  if (!answer.ok) return persons
  return persons.map((person) => {
    const own = answer.data.filter(({ person_id }) => person_id === person.id)
    return { ...person, enrollment: own.find(({ is_primary }) => is_primary) ?? own[0] }
  })
}
