import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { newBrowser, PASSWORD } from './browser.ts'

/** The user's actions during a job. */
export interface Actions {
  clicks: number
  keys: number
  loads: number
}

export const noActions = (): Actions => ({ clicks: 0, keys: 0, loads: 0 })

/** A browser that adds the actions on all its pages to each of the counts. */
export async function countingBrowser(
  options: BrowserContextOptions,
  ...counts: readonly Actions[]
): Promise<BrowserContext> {
  const count = (what: keyof Actions) => {
    for (const one of counts) one[what] += 1
  }
  const context = await newBrowser(options)
  await context.exposeFunction('counted', count)
  await context.addInitScript(() => {
    const count = (what: string) => Reflect.get(globalThis, 'counted')(what)
    window.addEventListener('pointerdown', () => count('clicks'), true)
    // React Aria sends synthetic key events to a list while the user types. They are not counted.
    window.addEventListener('keydown', (event) => event.isTrusted && count('keys'), true)
  })
  context.on('page', (page) => page.on('domcontentloaded', () => count('loads')))
  return context
}

/** Types where the cursor is, as a person does, and presses Enter. */
export async function typeAndEnter(page: Page, text: string) {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, exact: true }).first()

/** Creates an account on the page, and signs in with it. */
export async function signUp(page: Page, email: string) {
  await page.goto('/')
  await page.getByRole('link', { name: 'Create an account' }).click()
  await heading(page, 'Create an account').waitFor()
  await page.getByLabel('Email', { exact: true }).pressSequentially(email)
  await page.getByLabel('Password', { exact: true }).click()
  await typeAndEnter(page, PASSWORD)
  await page.waitForURL('**/signin')
  await page.getByLabel('Password', { exact: true }).click()
  await typeAndEnter(page, PASSWORD)
  await heading(page, 'Dashboard').waitFor()
}

/** Creates the first organisation of an account. */
export async function nameOrganisation(page: Page, name: string, owner: string) {
  await heading(page, 'Create your organisation').waitFor()
  await page.getByLabel('Name of the organisation').click()
  await page.keyboard.type(name)
  await page.getByLabel('Your name').click()
  await typeAndEnter(page, owner)
  await heading(page, `First steps in ${name}`).waitFor()
}

/** Follows the first steps: invites three people, and registers a model and an asset of it. */
export async function takeFirstSteps(page: Page, emails: readonly [string, string, string]) {
  await page.getByRole('button', { name: 'Invite people' }).click()
  await page.getByLabel('Email addresses').click()
  await page.keyboard.type(emails.join(', '))
  await page.getByRole('button', { name: 'Send the invitations' }).click()
  await page.getByText('3 invitations were sent.').waitFor()
  await page.getByRole('link', { name: 'Add a model' }).click()
  await page.getByRole('button', { name: 'Register a model' }).first().click()
  await page.getByRole('form').getByLabel('Name', { exact: true }).click()
  await typeAndEnter(page, 'ThinkPad X1')
  await page.getByText('ThinkPad X1').first().waitFor()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('link', { name: 'Register an asset' }).click()
  await page.getByRole('button', { name: 'Register an asset' }).first().click()
  const form = page.getByRole('form')
  await form.getByRole('combobox', { name: 'Model' }).click()
  await page.keyboard.type('Think')
  const found = page.locator('.picker-list [aria-busy="false"]')
  await found.getByRole('option', { name: /ThinkPad X1/ }).click()
  await form.getByLabel('Name', { exact: true }).click()
  await page.keyboard.type('Loan laptop 1')
  await form.getByLabel('Serial number', { exact: true }).click()
  await typeAndEnter(page, 'PF4K2X9')
  await page.getByText('Loan laptop 1 was registered as A-000001.').waitFor()
}
