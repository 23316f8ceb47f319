import type { SchoolGradeLevel } from '@commonhold/contract'
import { api } from '../../api.ts'
import { refusalText } from '../../problem-text.ts'
import { loadRefusals } from '../../refusals/load.ts'
import type { Student } from './class-query.ts'

/** The most students of one rollover: a bulk request has at most 500 items, and a student needs up to two. */
export const MOST_STUDENTS = 250

/** The outcome for one student at the end of the school year. */
export interface Step {
  readonly student: Student
  /** The grade level in the next year. Ignored if the student graduates. */
  readonly next: SchoolGradeLevel | undefined
  readonly isGraduating: boolean
}

/** Returns the step of each student: to graduate, or to go into the next year. */
export function stepsOf(students: readonly Student[], levels: readonly SchoolGradeLevel[]): readonly Step[] {
  const byId = new Map(levels.map((level) => [level.id, level]))
  return students.map((student) => {
    const level = byId.get(student.grade_level_id ?? '')
    return {
      student,
      isGraduating: level?.is_final ?? false,
      // Without a next grade level, the student stays in the current one.
      next: byId.get(level?.next_grade_level_id ?? '') ?? level,
    }
  })
}

type Items = Parameters<typeof api.schoolEnrollments.bulk>[0]['items']

/** Applies the steps in one atomic request. With `isTrial`, checks each item and writes nothing. Returns the refusals. */
export async function rollOver(steps: readonly Step[], calendar: string, isTrial: boolean) {
  const items: Items = []
  /** The step of each item, at the same index. */
  const owners: Step[] = []
  const add = (step: Step, item: Items[number]) => {
    items.push(item)
    owners.push(step)
  }
  for (const step of steps) {
    const { id, person_id } = step.student
    add(step, { op: step.isGraduating ? 'graduate' : 'complete', id })
    if (step.isGraduating) continue
    const grade = step.next && { grade_level_id: step.next.id }
    add(step, { op: 'create', body: { person_id, calendar_id: calendar, entry_type: 'next_year', ...grade } })
  }
  const { results } = await api.schoolEnrollments.bulk(
    { mode: isTrial ? 'each' : 'atomic', items },
    { query: { dry_run: isTrial } },
  )
  await loadRefusals()
  /** The reason why a student is refused, by the id of the enrollment. */
  return new Map(
    results.flatMap(({ index, problem }) => {
      const owner = owners[index]
      return problem && owner ? [[owner.student.id, refusalText(problem)] as const] : []
    }),
  )
}
