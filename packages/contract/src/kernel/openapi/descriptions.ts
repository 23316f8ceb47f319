import type { EndpointSpec } from '../endpoint.ts'
import { type Access, comesWith, permissionNames } from '../permissions.ts'

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

const MERGE_PATCH =
  'A merge patch (RFC 7396): a member that is left out stays as it is, null clears one. A record that was read can be sent back whole: its `version` is checked as `If-Match` is, and members that the operation does not write are accepted with the value that they have.'
const DEPENDENTS = 'Refused while other records depend on it.'

function moveSentences({ move, errors }: EndpointSpec): string[] {
  if (!move) return []
  const isIdempotent = !errors?.includes('invalid_transition')
  return [
    `Leaves ${quoted(move.from)}; enters ${quoted([move.to])}.`,
    ...(isIdempotent ? [`Nothing changes if the record is already in ${quoted([move.to])}.`] : []),
  ]
}

function access({ permission, withToken, description, bulk }: EndpointSpec): string {
  if (withToken)
    return `Needs no token. With the token of a user who has \`${withToken}\` in the selected tenant, the request works there; any other token is ignored.`
  if (permission === 'public') return 'Needs no token.'
  if (permission === 'authenticated')
    return bulk || namesPermissions(description) ? 'Needs a token.' : 'Needs a token, and no permission.'
  const other = withWhich(permission)
  const alternative = other ? `, or \`${other}\` there or in one of its projects` : ''
  return `Needs the permission \`${permission}\` in the selected tenant${alternative}.`
}

/** True when the description already states which permissions some requests need. */
const namesPermissions = (description = '') =>
  /\bneeds (each|every|the permission)\b/i.test(description) ||
  permissionNames.some((name) => description.includes(`\`${name}\``))

const withWhich = (permission: Access) =>
  permission === 'public' || permission === 'authenticated' ? undefined : comesWith[permission]

const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ')
