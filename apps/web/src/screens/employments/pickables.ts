import { api } from '../../api.ts'
import type { Pickable } from '../../records/picker.tsx'
import { findByName } from '../../shared-names/speak.ts'

const usable = { is_active: true, limit: 20, sort: ['position'] }

/** Finds active assignment types by name, sorted by position. */
export const pickableAssignmentTypes: Pickable = {
  kind: 'employment-assignment-types',
  permission: 'employments:read',
  find: async (words, signal) =>
    (
      await findByName(
        words,
        (asked) => api.employmentAssignmentTypes.list({ ...usable, ...asked }, { signal }),
        { shared: 'only' },
      )
    ).map(({ id, name }) => ({ id, text: name })),
  get: async (employment_assignment_type_id, signal) => {
    const { id, name } = await api.employmentAssignmentTypes.get(
      { employment_assignment_type_id },
      { signal },
    )
    return { id, text: name }
  },
}
