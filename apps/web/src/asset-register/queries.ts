import { queryOptions } from '@tanstack/react-query'
import { api } from '../api.ts'

/** How many of the latest assets the dashboard shows. */
export const LATEST = 20

/** All models by name, including archived ones, because assets may still have them. */
export const modelsQuery = queryOptions({
  queryKey: ['asset-models'],
  queryFn: ({ signal }) =>
    api.assetModels.list({ limit: 500, archived: 'include', sort: ['name'] }, { signal }),
})

/** The assets that were registered last, newest first. */
export const assetsQuery = (withArchived: boolean) =>
  queryOptions({
    queryKey: ['assets', { withArchived }],
    queryFn: ({ signal }) =>
      api.assets.list({ limit: LATEST, archived: withArchived ? 'include' : 'exclude' }, { signal }),
  })
