import type { Codec } from '../../records/form-field.tsx'

interface Option {
  readonly key: string
  readonly label: string
}

const isOption = (value: unknown): value is Option =>
  typeof value === 'object' && value !== null && 'key' in value && 'label' in value

/** A key as the service makes one from a name. */
const keyOfLabel = (label: string) =>
  label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 48)

/** The options of a field, each a line: `berlin: Berlin`, or its label alone. */
export const optionsCodec: Codec = {
  toText: (value) =>
    Array.isArray(value)
      ? value
          .filter(isOption)
          .map(({ key, label }) => `${key}: ${label}`)
          .join('\n')
      : '',
  toValue: (text) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line) => {
        const [, key, label] = line.match(/^([a-z][a-z0-9_]{0,47}):\s*(.+)$/) ?? []
        return { key: key ?? keyOfLabel(line), label: label ?? line }
      }),
}

/** A value of any type: what is valid JSON counts as it, everything else as a text. */
export const valueCodec: Codec = {
  toText: (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  toValue: (text) => {
    const trimmed = text.trim()
    if (trimmed === '') return null
    try {
      const value: unknown = JSON.parse(trimmed)
      return value
    } catch {
      return trimmed
    }
  },
}
