import { Trans as LinguiTrans, type TransProps } from '@lingui/react'

/** A value that looks like an element is passed as a list of nodes, which Lingui puts in its place as they are. */
const asPlainText = (value: unknown) => (typeof value === 'string' && value.includes('<') ? [value] : value)

/**
 * A text with elements in it; what the macros of `@lingui/react/macro` become. Lingui puts the values in before it looks
 * for elements, and would read a name such as `<b>Kim</b>` as one (its issue 2282).
 */
export function Trans({ values, ...props }: TransProps) {
  const plain = values && Object.entries(values).map(([name, value]) => [name, asPlainText(value)])
  return <LinguiTrans {...props} {...(plain && { values: Object.fromEntries(plain) })} />
}
