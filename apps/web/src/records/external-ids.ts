import { useLingui } from '@lingui/react/macro'
import type { Codec, FormField } from './form-field.tsx'

interface ExternalId {
  readonly source: string
  readonly id: string
}

/** The source of the external id that has a separate field in the form. */
const DEFAULT_SOURCE = 'default'

/** The external ids of a record as text: `jamf: 243`. */
export const externalIdsText = (ids: readonly ExternalId[], separator = ', ') =>
  ids
    .filter(({ source }) => source !== DEFAULT_SOURCE)
    .map(({ source, id }) => `${source}: ${id}`)
    .join(separator)

/** Each line contains a system and the id there. A line without a colon is sent with an empty id, which the service rejects. */
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

/** The form field for the external ids of a record. */
export function useExternalIdsField(): FormField {
  const { t } = useLingui()
  return {
    kind: 'long',
    name: 'external_ids',
    label: t`In other systems`,
    hint: t`One per line: the system, a colon, and the id in that system, such as jamf: 243.`,
    codec,
  }
}
