import { operationGroups, type SchoolEmploymentUpdate, schoolEmploymentLifecycle } from '@commonhold/contract'
import type { WriteContext } from '../store/context.ts'
import { crudHandlers } from '../store/handlers.ts'
import { listHistoryOf } from '../store/history.ts'
import { type Implementation, implement } from '../store/implement.ts'
import { changeWithMove } from '../store/state-patch.ts'
import { assertShare } from './education.rules.ts'
import { correctedMoments } from './school-employment-corrections.service.ts'
import { begin, separate } from './school-employment-moves.service.ts'
import { correctTerm } from './school-employments.repository.ts'
import { assertTermCorrected } from './school-employments.rules.ts'
import { schoolEmploymentStore } from './school-employments.store.ts'

async function change(context: WriteContext, id: string, body: SchoolEmploymentUpdate) {
  assertShare(body.full_time_equivalency)
  const before = await schoolEmploymentStore.lock(context, id)
  const after = { ...before, ...body }
  assertTermCorrected(before, after)
  const moments = await correctedMoments(context, before, after)
  await correctTerm(context.tx, after)
  return schoolEmploymentStore.update(context, before, { ...body, ...moments })
}

export const schoolEmploymentHandlers: Implementation[] = implement(operationGroups.schoolEmployments, {
  ...crudHandlers(operationGroups.schoolEmployments, schoolEmploymentStore),
  create: async ({ body }, context) => {
    assertShare(body.full_time_equivalency)
    return schoolEmploymentStore.insert(context, body)
  },
  update: ({ params, body }, context) =>
    changeWithMove(context, {
      cycle: schoolEmploymentLifecycle,
      operations: schoolEmploymentHandlers,
      params,
      patch: body,
      lock: () => schoolEmploymentStore.lock(context, params.school_employment_id),
      change: (within, members) => change(within, params.school_employment_id, members),
    }),
  history: ({ params: { school_employment_id: id }, query }, context) =>
    listHistoryOf(
      context,
      { store: schoolEmploymentStore, id },
      operationGroups.schoolEmployments.history.collection,
      query,
    ),
  hire: ({ params, body = {} }, context) => begin(context, 'hire', params.school_employment_id, body),
  reactivate: ({ params, body = {} }, context) =>
    begin(context, 'reactivate', params.school_employment_id, body),
  terminate: ({ params, body = {} }, context) =>
    separate(context, 'terminate', params.school_employment_id, body),
  retire: ({ params, body = {} }, context) =>
    separate(context, 'retire', params.school_employment_id, { ...body, separation_reason: 'retirement' }),
})
