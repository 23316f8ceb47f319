import type { Page } from 'playwright-core'

/** Opens a screen for a scanner, and waits until its field has the focus. */
export async function openScan({ page, home }: { readonly page: Page; readonly home: string }, kind: string) {
  await page.goto(`${home}/scan/${kind}`)
  await page.locator('input:focus[aria-describedby="scan-hint"]').waitFor()
}

/** Types a code as a scanner does, and does not wait. */
export async function type(page: Page, code: string) {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

/** Types a code as a scanner does, and waits for its line. */
export async function scan(page: Page, code: string, line: string) {
  await type(page, code)
  await page.getByRole('list', { name: 'Scans' }).getByText(line).first().waitFor()
}
