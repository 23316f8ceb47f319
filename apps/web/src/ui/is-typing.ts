/** True if the element uses keys as text, or to choose an entry of a menu. The keyboard shortcuts of the screen are then off. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.matches('input:not([type="checkbox"]), textarea, select, [contenteditable], [role="menuitem"]')
