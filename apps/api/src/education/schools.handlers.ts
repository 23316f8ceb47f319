import { operationGroups, schoolLifecycle } from '@commonhold/contract'
import { newId } from '../base/ids.ts'
import { inOrder } from '../db/statement.ts'
import { lastChange } from '../store/context.ts'
import { crudHandlers, moveHandlers } from '../store/handlers.ts'
import { implement } from '../store/implement.ts'
import { timeZoneNamed } from '../store/time-zones.ts'
import { lockOffered, namedGrades } from './schools.repository.ts'
import { schoolStore } from './schools.store.ts'

export const schoolHandlers = implement(operationGroups.schools, {
  ...crudHandlers(operationGroups.schools, schoolStore),
  ...moveHandlers(schoolLifecycle, schoolStore),
  create: async ({ body }, context) => {
    const [grades, timezone] = await inOrder([
      namedGrades(context.tx, null, body.grade_level_ids ?? []),
      timeZoneNamed(context.tx, 'timezone', body.timezone),
    ])
    const id = newId()
    const [school] = await inOrder([
      schoolStore.insert(context, { ...body, grade_level_ids: grades, timezone }, id),
      lockOffered(context.tx, id, grades),
    ])
    return school
  },
  update: async ({ params, body }, context) => {
    const { school_id } = params
    const [before, timezone, grades] = await inOrder([
      schoolStore.lock(context, school_id),
      timeZoneNamed(context.tx, 'timezone', body.timezone),
      body.grade_level_ids && namedGrades(context.tx, school_id, body.grade_level_ids),
    ])
    const [, school] = await inOrder([
      grades && lockOffered(context.tx, school_id, grades),
      schoolStore.update(lastChange(context), before, { ...body, grade_level_ids: grades, timezone }),
    ])
    return school
  },
})
