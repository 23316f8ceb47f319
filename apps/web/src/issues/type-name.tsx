import { useQuery } from '@tanstack/react-query'
import { typesQuery } from './queries.ts'
import { worded } from './words.ts'

/** What an issue's type is called; its key in words where the type is out of use. */
export function TypeName({ issueType }: { readonly issueType: string }) {
  const types = useQuery(typesQuery)
  if (types.isPending) return null
  return <span>{types.data?.find(({ key }) => key === issueType)?.name ?? worded(issueType)}</span>
}
