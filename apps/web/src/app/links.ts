import type { SearchResult } from '@commonhold/contract'
import type { LinkProps } from '@tanstack/react-router'

/** A link to the screen of a record that a search found. */
export function recordLink({ type, id }: Pick<SearchResult, 'type' | 'id'>, tenant: string): LinkProps {
  switch (type) {
    case 'location':
      return { to: '/t/$tenant/locations/$location', params: { tenant, location: id } }
    case 'configuration_item':
      return { to: '/t/$tenant/configuration-items/$item', params: { tenant, item: id } }
    case 'asset':
      return { to: '/t/$tenant/assets/$asset', params: { tenant, asset: id } }
    case 'issue':
      return { to: '/t/$tenant/issues/$issue', params: { tenant, issue: id } }
    case 'person':
      return { to: '/t/$tenant/people/$person', params: { tenant, person: id } }
    case 'project':
      return { to: '/t/$tenant/projects/$project', params: { tenant, project: id } }
    case 'school':
      return { to: '/t/$tenant/schools/$school', params: { tenant, school: id } }
    case 'asset_model':
      return { to: '/t/$tenant/asset-models/$model', params: { tenant, model: id } }
    case 'group':
      return { to: '/t/$tenant/settings/groups/$group', params: { tenant, group: id } }
    case 'user':
      return { to: '/t/$tenant/settings/members/$member', params: { tenant, member: id } }
  }
}
