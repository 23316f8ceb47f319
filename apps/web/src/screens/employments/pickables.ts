import { api } from '../../api.ts'
import type { Pickable } from '../../records/picker.tsx'

/** Types of assignments that new assignments can name, in their order. */
export const pickableAssignmentTypes: Pickable = {
  kind: 'employment-assignment-types',
  permission: 'employments:read',
  find: async (words, signal) =>
    (
      await api.employmentAssignmentTypes.list(
        { ...(words.trim() && { q: words.trim() }), is_active: true, limit: 20, sort: ['position'] },
        { signal },
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
