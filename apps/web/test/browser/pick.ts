import type { Locator } from 'playwright-core'

/**
 * Types into a field that finds records, and picks one. The list changes until the search has answered, and a click between two
 * lists can miss the option.
 */
export async function pick(field: Locator, words: string, option: string | RegExp = words) {
  await field.fill(words)
  const list = field.page().locator('.picker-list [aria-busy="false"]')
  await list.getByRole('option', { name: option }).click()
}
