import { useLingui } from '@lingui/react/macro'
import type { Codec, FormField } from './form-field.tsx'

interface ExternalId {
  readonly source: string
  readonly id: string
}

/** The source of a member that the form asks for by itself. */
const DEFAULT_SOURCE = 'default'

/** What other systems call a record, as a person reads it: `jamf: 243`. */
export const externalIdsText = (ids: readonly ExternalId[], separator = ', ') =>
  ids
    .filter(({ source }) => source !== DEFAULT_SOURCE)
    .map(({ source, id }) => `${source}: ${id}`)
    .join(separator)

/** Each line names a system and the id there. What has no colon is sent as it is: the service says what it lacks. */
const codec: Codec = {
  toText: (value) => externalIdsText(value as readonly ExternalId[], '\n'),
  toValue: (text) =>
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const [source = '', ...rest] = line.split(':')
        return { source: source.trim(), id: rest.join(':').trim() }
      }),
}

/** The field of a form for what other systems call the record. */
export function useExternalIdsField(): FormField {
  const { t } = useLingui()
  return {
    kind: 'long',
    name: 'external_ids',
    label: t`In other systems`,
    hint: t`A line for each: the system, a colon, and the id there, such as jamf: 243.`,
    codec,
  }
}
