import type { SearchResult } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Names of the record kinds that a search finds. The audit log has further kinds. */
export const recordKinds = {
  asset: msg`Asset`,
  person: msg`Person`,
  issue: msg`Issue`,
  configuration_item: msg`Configuration item`,
  location: msg`Location`,
  project: msg`Project`,
  asset_model: msg`Asset model`,
  school: msg`School`,
  group: msg`Group`,
  user: msg`Account`,
} as const satisfies Record<SearchResult['type'], MessageDescriptor>
