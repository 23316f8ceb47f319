/** Whether what has the focus takes keys as text, or as the beginning of a choice: keys for the whole screen then rest. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable], [role="menuitem"]')
