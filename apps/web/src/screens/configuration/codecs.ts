import type { Codec } from '../../records/form-field.tsx'

interface Option {
  readonly key: string
  readonly label: string
}

const isOption = (value: unknown): value is Option =>
  typeof value === 'object' && value !== null && 'key' in value && 'label' in value

/**
 * Makes the key of an option from its label: Latin letters without accents, in lower case, digits and `_`, at most 48
 * characters. Empty for a label without Latin letters.
 */
const keyOfLabel = (label: string) =>
  label
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 48)
    .replace(/_+$/, '')

/** Converts the options of a field to text and back. Each line is one option: `berlin: Berlin`, or only the label. */
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
      .map((line, at) => {
        const [, key, label] = line.match(/^([a-z][a-z0-9_]{0,47}):\s*(.+)$/) ?? []
        return { key: key ?? (keyOfLabel(line) || `option_${at + 1}`), label: label ?? line }
      }),
}

/**
 * Converts a value of any type to text and back. Text that is valid JSON is parsed; other text is a string. So a string that is
 * valid JSON, such as "5", is shown in quotes.
 */
export const valueCodec: Codec = {
  toText: (value) => (typeof value === 'string' && parsed(value) === value ? value : JSON.stringify(value)),
  toValue: (text) => (text.trim() === '' ? null : parsed(text.trim())),
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
