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
    const { school_id } = params
    const locked = ignoreUnhandled(schoolStore.lock(context, school_id))
    const naming = ignoreUnhandled(timeZoneNamed(context.tx, 'timezone', body.timezone))
    const named =
      body.grade_level_ids && ignoreUnhandled(namedGrades(context.tx, school_id, body.grade_level_ids))
    const before = await locked
    const timezone = await naming
    const grades = await named
    const changes = { ...body, grade_level_ids: grades, timezone }
    const updated = ignoreUnhandled(schoolStore.update(context, before, changes))
    const offered = grades && ignoreUnhandled(lockOffered(context.tx, school_id, grades))
    const school = await updated
    await offered
    return school
  },
})
