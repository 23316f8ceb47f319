import { operationGroups, schoolYearLifecycle } from '@commonhold/contract'
import { problem } from '../base/problem.ts'
import { lockAdvisory } from '../db/advisory-locks.ts'
import { lastChange } from '../store/context.ts'
import { clearExclusiveFlag } from '../store/exclusive-flag.ts'
import { crudHandlers, moveHandlers } from '../store/handlers.ts'
import { implement } from '../store/implement.ts'
import { move } from '../store/moves.ts'
import { calendarsOutside, moveCurrent } from './school-years.repository.ts'
import { assertCalendarsInside, assertLasts } from './school-years.rules.ts'
import { schoolYearStore } from './school-years.store.ts'

export const schoolYearHandlers = implement(operationGroups.schoolYears, {
  ...crudHandlers(operationGroups.schoolYears, schoolYearStore),
  ...moveHandlers(schoolYearLifecycle, schoolYearStore),
  create: async ({ body }, context) => {
    assertLasts(body)
    if (body.is_current) {
      void lockAdvisory(context.tx, 'current_school_year')
      await clearExclusiveFlag(context, schoolYearStore, 'is_current')
    }
    return schoolYearStore.insert(context, body)
  },
  update: async ({ params, body }, context) => {
    const before = await schoolYearStore.lock(context, params.school_year_id)
    const { id, start, end } = { ...before, ...body }
    if (body.start !== undefined || body.end !== undefined) {
      assertLasts({ start, end })
      assertCalendarsInside(await calendarsOutside(context.tx, { id, start, end }))
    }
    return schoolYearStore.update(lastChange(context), before, body)
  },
  archive: async ({ params, body }, context) => {
    const { is_current } = await schoolYearStore.lock(context, params.school_year_id)
    if (is_current) throw problem('current_school_year')
    return move(context, schoolYearStore, schoolYearLifecycle, 'archive', params.school_year_id, body ?? {})
  },
  makeCurrent: async ({ params, body }, context) => {
    void lockAdvisory(context.tx, 'current_school_year')
    const before = await schoolYearStore.lock(context, params.school_year_id)
    if (before.archived_at) throw problem('record_archived')
    return before.is_current ? before : moveCurrent(context, before, body ?? {})
  },
})
