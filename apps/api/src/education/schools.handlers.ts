import { operationGroups, schoolLifecycle } from '@commonhold/contract'
import { newId } from '../base/ids.ts'
import { ignoreUnhandled } from '../db/statement.ts'
import { crudHandlers, moveHandlers } from '../store/handlers.ts'
import { implement } from '../store/implement.ts'
import { timeZoneNamed } from '../store/time-zones.ts'
import { lockOffered, namedGrades } from './schools.repository.ts'
import { schoolStore } from './schools.store.ts'

export const schoolHandlers = implement(operationGroups.schools, {
  ...crudHandlers(operationGroups.schools, schoolStore),
  ...moveHandlers(schoolLifecycle, schoolStore),
  create: async ({ body }, context) => {
    const naming = ignoreUnhandled(timeZoneNamed(context.tx, 'timezone', body.timezone))
    const grades = await namedGrades(context.tx, null, body.grade_level_ids ?? [])
    const id = newId()
    const made = { ...body, grade_level_ids: grades, timezone: await naming }
    const inserted = ignoreUnhandled(schoolStore.insert(context, made, id))
    const offered = ignoreUnhandled(lockOffered(context.tx, id, grades))
    const school = await inserted
    await offered
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
