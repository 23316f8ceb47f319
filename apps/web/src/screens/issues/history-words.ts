import type { IssueField } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { TimelineProps } from '../../records/timeline.tsx'
import { wordOfPage } from '../../shared-names/speak.ts'

type NamedField = Pick<IssueField, 'path' | 'name' | 'type' | 'is_system'>

/**
 * The words in the history of an issue. Members have the names of the issue's facts and fields. The service names values in
 * English: statuses and choices are translated, and texts that somebody wrote stay unchanged.
 */
export function historyWords(
  fields: readonly NamedField[],
  t: (text: MessageDescriptor) => string,
): Pick<TimelineProps, 'names' | 'inWords'> {
  const named = fields
    .filter(({ is_system }) => is_system)
    .map(({ path, name, type }) => ({ member: path.replace('details.', ''), name, type }))
  const chosen = named.filter(({ type }) => type === 'select').map(({ member }) => member)
  const worded = ['status', 'approval', ...chosen]
  return {
    names: {
      ...Object.fromEntries(named.map(({ member, name }) => [member, name])),
      // Changes and repairs have different outcomes, and a field for each.
      outcome: t(msg`Outcome`),
      first_responded_at: t(msg`First answer`),
      resolved_at: t(msg`Resolved`),
      closed_at: t(msg`Closed`),
      approval: t(msg`Approval`),
    },
    inWords: (member, value) => {
      if (!worded.includes(member)) return undefined
      return value === 'Pending' ? t(msg`Pending`) : wordOfPage(value)
    },
  }
}
