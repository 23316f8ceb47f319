import type postgres from 'postgres'

/** Ids are fixed, so that they are the same in every installation. Each catalogue has a block of sixteen. */
const seedId = (block: 3 | 4, at: number) =>
  `01K000000000000000000000${block}${at.toString(16).toUpperCase()}`

const gradeNames: readonly (readonly [key: string, name: string, short: string])[] = [
  ['preschool', 'Preschool', 'PS'],
  ['kindergarten', 'Kindergarten', 'K'],
  ...Array.from({ length: 12 }, (_, at) => [`grade_${at + 1}`, `Grade ${at + 1}`, String(at + 1)] as const),
  ['ungraded', 'Ungraded', 'UG'],
]

/** Grade levels that all tenants share. Each refers to the next one, except grade 12 and ungraded. */
export const sharedGradeLevels = gradeNames.map(([key, name, short_name], at) => {
  const leads = key !== 'grade_12' && key !== 'ungraded'
  return {
    id: seedId(3, at),
    key,
    name,
    short_name,
    sequence: (at + 1) * 10,
    next_grade_level_id: leads ? seedId(3, at + 1) : null,
    is_final: key === 'grade_12',
  }
})

const assignmentTypeNames = [
  ['teacher', 'Teacher', 'instructional'],
  ['substitute_teacher', 'Substitute teacher', 'instructional'],
  ['teaching_aide', 'Teaching aide', 'support'],
  ['principal', 'Principal', 'administration'],
  ['assistant_principal', 'Assistant principal', 'administration'],
  ['counselor', 'Counselor', 'specialist'],
  ['librarian', 'Librarian', 'specialist'],
  ['psychologist', 'Psychologist', 'specialist'],
  ['specialist', 'Specialist', 'specialist'],
  ['coordinator', 'Coordinator', 'administration'],
  ['administrative_support', 'Administrative support', 'support'],
  ['operational_support', 'Operational support', 'operations'],
  ['other', 'Other', 'other'],
] as const

/** Types of assignments that all tenants share. */
export const sharedAssignmentTypes = assignmentTypeNames.map(([key, name, classification], at) => ({
  id: seedId(4, at),
  key,
  name,
  classification,
  position: (at + 1) * 10,
}))

/** Inserts the rows while the root tenant is selected. Existing rows are not changed. */
export async function seedEducation(sql: postgres.TransactionSql): Promise<void> {
  // In reverse order, because each refers to the next.
  for (const level of sharedGradeLevels.toReversed())
    await sql`insert into school_grade_levels ${sql(level)} on conflict do nothing`
  for (const type of sharedAssignmentTypes)
    await sql`insert into employment_assignment_types ${sql(type)} on conflict do nothing`
}
