import { operationGroups } from '@commonhold/contract'
import { crudHandlers } from '../kernel/handlers.ts'
import { implement } from '../kernel/implement.ts'
import { keyOfNew } from '../kernel/new-key.ts'
import { assertLeadsOn, assertOnlyOf } from './school-grade-levels.repository.ts'
import { schoolGradeLevelStore } from './school-grade-levels.store.ts'
import { schoolStore } from './schools.store.ts'

export const schoolGradeLevelHandlers = implement(operationGroups.schoolGradeLevels, {
  ...crudHandlers(operationGroups.schoolGradeLevels, schoolGradeLevelStore),
  create: async ({ body }, context) => {
    if (body.school_id) await schoolStore.keep(context.tx, body.school_id)
    const key = await keyOfNew(context.tx, schoolGradeLevelStore, body)
    return schoolGradeLevelStore.insert(context, { ...body, key })
  },
  update: async ({ params, body }, context) => {
    if (body.school_id) await schoolStore.keep(context.tx, body.school_id)
    if (body.next_grade_level_id)
      await assertLeadsOn(context.tx, params.school_grade_level_id, body.next_grade_level_id)
    const before = await schoolGradeLevelStore.lock(context, params.school_grade_level_id)
    if (body.school_id) await assertOnlyOf(context.tx, before.id, body.school_id)
    return schoolGradeLevelStore.update(context, before, body)
  },
})
