type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** True for what a person fills in and a page may keep: passwords are neither kept nor filled. */
export const isKept = (target: EventTarget): target is Control =>
  (target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement) &&
  target.name !== '' &&
  !(target instanceof HTMLInputElement && (target.type === 'password' || target.type === 'file')) &&
  !target.autocomplete.includes('password')

/** What the controls of a name hold; of several choices each is a line. */
export const textOf = (form: HTMLFormElement, name: string) => new FormData(form).getAll(name).join('\n')

/** Fills the controls of a name as a person would, so that the page takes notice. False while it cannot be done. */
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
    // A radio button is only ever chosen: that takes the choice from the others.
    if (control.checked !== isWanted && (isWanted || control.type === 'checkbox')) control.click()
    return control.checked || text === ''
  }
  // React overlooks a value that was set the usual way.
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
