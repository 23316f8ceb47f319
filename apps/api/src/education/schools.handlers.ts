import { operationGroups, schoolLifecycle } from '@commonhold/contract'
import { crudHandlers, moveHandlers } from '../store/handlers.ts'
import { implement } from '../store/implement.ts'
import { timeZoneNamed } from '../store/time-zones.ts'
import { lockOffered, namedGrades } from './schools.repository.ts'
import { schoolStore } from './schools.store.ts'

export const schoolHandlers = implement(operationGroups.schools, {
  ...crudHandlers(operationGroups.schools, schoolStore),
  ...moveHandlers(schoolLifecycle, schoolStore),
  create: async ({ body }, context) => {
    const grades = await namedGrades(context.tx, null, body.grade_level_ids ?? [])
    const timezone = await timeZoneNamed(context.tx, 'timezone', body.timezone)
    const school = await schoolStore.insert(context, { ...body, grade_level_ids: grades, timezone })
    await lockOffered(context.tx, school.id, grades)
    return school
  },
  update: async ({ params, body }, context) => {
    const before = await schoolStore.lock(context, params.school_id)
    const timezone = await timeZoneNamed(context.tx, 'timezone', body.timezone)
    const grades = body.grade_level_ids && (await namedGrades(context.tx, before.id, body.grade_level_ids))
    const school = await schoolStore.update(context, before, { ...body, grade_level_ids: grades, timezone })
    if (grades) await lockOffered(context.tx, school.id, school.grade_level_ids)
    return school
  },
})
