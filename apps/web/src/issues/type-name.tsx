import { useQuery } from '@tanstack/react-query'
import { typesQuery } from './queries.ts'
import { worded } from './words.ts'

/** The name of an issue's type, or its key in words if the type is no longer active. */
export function TypeName({ issueType }: { readonly issueType: string }) {
  const types = useQuery(typesQuery)
  if (types.isPending) return null
  return <span>{types.data?.find(({ key }) => key === issueType)?.name ?? worded(issueType)}</span>
}
