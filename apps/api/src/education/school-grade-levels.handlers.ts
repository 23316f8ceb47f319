import { operationGroups } from '@commonhold/contract'
import { lastChange } from '../store/context.ts'
import { crudHandlers } from '../store/handlers.ts'
import { implement } from '../store/implement.ts'
import { withIds } from '../store/key-or-id.ts'
import { keyOfNew } from '../store/new-key.ts'
import { assertLeadsOn, assertOnlyOf } from './school-grade-levels.repository.ts'
import { schoolGradeLevelStore } from './school-grade-levels.store.ts'
import { schoolGradeLevels } from './school-grade-levels.table.ts'
import { schoolStore } from './schools.store.ts'

/** The references of a grade level, by key or id. */
const named = { next_grade_level: schoolGradeLevels }

export const schoolGradeLevelHandlers = implement(operationGroups.schoolGradeLevels, {
  ...crudHandlers(operationGroups.schoolGradeLevels, schoolGradeLevelStore),
  create: async ({ body: sent }, context) => {
    const body = await withIds(context.tx, sent, named)
    if (body.school_id) await schoolStore.lockReference(context.tx, body.school_id)
    const key = await keyOfNew(context.tx, schoolGradeLevelStore, body)
    return schoolGradeLevelStore.insert(context, { ...body, key })
  },
  update: async ({ params, body: sent }, context) => {
    const body = await withIds(context.tx, sent, named)
    if (body.school_id) await schoolStore.lockReference(context.tx, body.school_id)
    if (body.next_grade_level_id)
      await assertLeadsOn(context.tx, params.school_grade_level_id, body.next_grade_level_id)
    const before = await schoolGradeLevelStore.lock(context, params.school_grade_level_id)
    if (body.school_id) await assertOnlyOf(context.tx, before.id, body.school_id)
    return schoolGradeLevelStore.update(lastChange(context), before, body)
  },
})
