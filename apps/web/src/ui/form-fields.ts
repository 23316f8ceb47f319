type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** True for a control whose text may be kept in a draft. Passwords and files are never kept or filled in. */
export const isKept = (target: EventTarget): target is Control =>
  (target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement) &&
  target.name !== '' &&
  !(target instanceof HTMLInputElement && (target.type === 'password' || target.type === 'file')) &&
  !target.autocomplete.includes('password')

/** The text of the controls with this name. Several choices are separated by line breaks. */
export const textOf = (form: HTMLFormElement, name: string) => new FormData(form).getAll(name).join('\n')

/**
 * Fills in the controls with this name, with the events of a user's input, so that React notices. Returns false if that is not
 * possible yet.
 */
export function fill(form: HTMLFormElement, name: string, text: string): boolean {
  const controls = [...form.elements].filter((one): one is Control => isKept(one) && one.name === name)
  if (controls.length === 0) return false
  return controls.map((control) => fillOne(control, text)).some(Boolean)
}

function fillOne(control: Control, text: string): boolean {
  if (control instanceof HTMLSelectElement)
    return choose(control, control.multiple ? text.split('\n') : [text])
  if (control instanceof HTMLInputElement && (control.type === 'radio' || control.type === 'checkbox')) {
    const isWanted = text.split('\n').includes(control.value)
    // A radio button is only ever selected, which deselects the others.
    if (control.checked !== isWanted && (isWanted || control.type === 'checkbox')) control.click()
    return control.checked || text === ''
  }
  // React ignores a value that is assigned directly.
  const prototype: unknown = Object.getPrototypeOf(control)
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(control, text)
  control.dispatchEvent(new Event('input', { bubbles: true }))
  return true
}

function choose(select: HTMLSelectElement, values: readonly string[]): boolean {
  const options = [...select.options]
  if (!values.every((value) => value === '' || options.some((option) => option.value === value))) return false
  for (const option of options) option.selected = values.includes(option.value)
  select.dispatchEvent(new Event('change', { bubbles: true }))
  return true
}
