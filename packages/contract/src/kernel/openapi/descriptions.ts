import type { EndpointSpec } from '../endpoint.ts'

/** What an operation does beyond its summary, and who may call it. */
export function descriptionOf(endpoint: EndpointSpec): string {
  const { description, method, errors } = endpoint
  return [
    ...(description ? [description] : []),
    ...(method === 'patch' && !description ? [MERGE_PATCH] : []),
    ...(method === 'delete' && errors?.includes('dependent_item_exists') ? [DEPENDENTS] : []),
    ...moveSentences(endpoint),
    access(endpoint),
  ].join(' ')
}

const MERGE_PATCH = 'A merge patch (RFC 7396): a member that is left out stays as it is, null clears one.'
const DEPENDENTS = 'Refused while other records depend on it.'

function moveSentences({ move, errors }: EndpointSpec): string[] {
  if (!move) return []
  const isIdempotent = !errors?.includes('invalid_transition')
  return [
    `Leaves ${quoted(move.from)}; enters ${quoted([move.to])}.`,
    ...(isIdempotent ? [`Nothing changes where the record is in ${quoted([move.to])} already.`] : []),
  ]
}

function access({ permission, withToken }: EndpointSpec): string {
  if (withToken)
    return `Needs no token; who sends one needs the permission \`${withToken}\` in the selected tenant.`
  if (permission === 'public') return 'Needs no token.'
  if (permission === 'authenticated') return 'Needs a token, and no permission.'
  return `Needs the permission \`${permission}\` in the selected tenant.`
}

const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')
