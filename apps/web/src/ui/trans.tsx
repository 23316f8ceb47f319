import { Trans as LinguiTrans, type TransProps } from '@lingui/react'

/** Passes a text with `<` as a list of nodes, which Lingui inserts unchanged. */
const asPlainText = (value: unknown) => (typeof value === 'string' && value.includes('<') ? [value] : value)

/**
 * A translated text with elements. The macros of `@lingui/react/macro` compile to it. Lingui inserts the values before it looks
 * for elements, and would read a name such as `<b>Kim</b>` as one (Lingui issue 2282).
 */
export function Trans({ values, ...props }: TransProps) {
  const plain = values && Object.entries(values).map(([name, value]) => [name, asPlainText(value)])
  return <LinguiTrans {...props} {...(plain && { values: Object.fromEntries(plain) })} />
}
