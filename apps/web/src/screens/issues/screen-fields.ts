import type { IssueField, IssueScreenField } from '@commonhold/contract'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import type { AskedField } from './form-fields.ts'
import { fieldsQuery } from './queries.ts'

/** A field on a screen, with its default value. */
export type ScreenField = AskedField & { readonly default_value: unknown }

/**
 * The fields of a screen that can be filled in, and the queries that load them. `screen` is empty if `screenId` is null, and
 * undefined until the fields are loaded.
 */
export function useScreenFields(screenId: string | null | undefined) {
  const fields = useQuery(fieldsQuery)
  const places = useQuery({
    queryKey: ['issue-screen-fields', screenId],
    enabled: Boolean(screenId),
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      api.issueScreenFields.list(
        { screen_id: screenId ? [screenId] : [], limit: 500, sort: ['position'] },
        { signal },
      ),
  })
  const needed = screenId ? [fields, places] : [fields]
  return { screen: fieldsOf(screenId, fields.data, places.data), needed }
}

function fieldsOf(
  screenId: string | null | undefined,
  fields: readonly IssueField[] | undefined,
  places: readonly IssueScreenField[] | undefined,
): readonly ScreenField[] | undefined {
  if (!fields || screenId === undefined) return undefined
  if (screenId === null) return []
  if (!places) return undefined
  return places
    .filter(({ is_hidden, is_read_only }) => !is_hidden && !is_read_only)
    .flatMap((place) => {
      const field = fields.find(({ id }) => id === place.field_id)
      if (!field?.is_active) return []
      return [
        {
          name: field.name,
          path: field.path,
          type: field.type,
          options: field.options,
          is_required: place.is_required || field.is_required,
          hint: place.help_text ?? field.description,
          default_value: place.default_value ?? field.default_value,
        },
      ]
    })
}
