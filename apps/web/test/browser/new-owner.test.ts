import { startMailServer } from '@commonhold/api/test/mail-server'
import { contract } from '@commonhold/contract'
import { createClient } from '@commonhold/contract/client'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { newBrowser, PASSWORD } from './browser.ts'
import { startMailStack } from './mail-stack.ts'
import { printJob } from './peers.ts'
import { faultsOf } from './work-stage.ts'

const NEW_PASSWORD = 'another orchard lantern 43'

const nothing = { clicks: 0, keys: 0, loads: 0 }
/** What people do in all their browsers, and what of it the owner does until the first things are registered. */
const done = { ...nothing }
const own = { ...nothing }

/** A browser that counts what is done in it. */
async function countingBrowser(
  options: BrowserContextOptions,
  counts = { ...nothing },
): Promise<BrowserContext> {
  const count = (what: keyof typeof nothing) => {
    done[what] += 1
    counts[what] += 1
  }
  const context = await newBrowser(options)
  await context.exposeFunction('counted', count)
  await context.addInitScript(() => {
    const count = (what: string) => Reflect.get(globalThis, 'counted')(what)
    window.addEventListener('pointerdown', () => count('clicks'), true)
    window.addEventListener('keydown', (event) => event.isTrusted && count('keys'), true)
  })
  context.on('page', (page) => page.on('domcontentloaded', () => count('loads')))
  return context
}

/** Types where the cursor is, as a person does, and presses Enter. */
async function typeAndEnter(page: Page, text: string) {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { name, exact: true }).first()
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

it('a new owner sets up an organisation without documentation', { timeout: 600_000 }, async () => {
  const mail = await startMailServer()
  const stack = await startMailStack((web) => ({ ...mail.settings, APP_URL: web }))
  onTestFinished(async () => {
    await stack.stop()
    await mail.stop()
  })
  const begun = performance.now()
  const someone = async (counts?: typeof nothing) =>
    (await countingBrowser({ baseURL: stack.web }, counts)).newPage()
  /** Follows the link of the newest mail to an address. */
  async function follow(page: Page, email: string, subject: string, count = 1) {
    const mails = await mail.mailsTo(email, count, subject)
    await page.goto(/https?:\/\/\S+#token=\S+/.exec(mails.at(-1)?.text ?? '')?.[0] ?? '')
  }
  async function signUp(page: Page, email: string) {
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

  // Kim has an account here already; Lee and Max have none.
  const kim = await someone()
  await signUp(kim, 'kim@lakeside.example')

  // The owner signs up and makes the organisation.
  const ownBegun = performance.now()
  let aside = 0
  /** Looks for faults of the page, in time that is not the owner's. */
  async function expectFaultless(page: Page) {
    const at = performance.now()
    expect(await faultsOf(page)).toEqual([])
    aside += performance.now() - at
  }
  const owner = await someone(own)
  await signUp(owner, 'olu@lakeside.example')
  await heading(owner, 'Create your organisation').waitFor()
  await expectFaultless(owner)
  await owner.getByLabel('Name of the organisation').click()
  await owner.keyboard.type('Lakeside School')
  await owner.getByLabel('Your name').click()
  await typeAndEnter(owner, 'Olu Owner')
  await heading(owner, 'First steps in Lakeside School').waitFor()
  expect(new URL(owner.url()).pathname).toBe('/t/lakeside-school')
  await expectFaultless(owner)

  await owner.getByRole('button', { name: 'Invite people' }).click()
  await owner.getByLabel('Email addresses').click()
  await owner.keyboard.type('kim@lakeside.example, lee@lakeside.example, max@lakeside.example')
  await owner.getByRole('button', { name: 'Send the invitations' }).click()
  await owner.getByText('3 invitations were sent.').waitFor()

  // The owner registers the first things.
  await owner.getByRole('link', { name: 'Add a model' }).click()
  await owner.getByRole('button', { name: 'Register a model' }).first().click()
  await owner.getByRole('form').getByLabel('Name', { exact: true }).click()
  await typeAndEnter(owner, 'ThinkPad X1')
  await owner.getByText('ThinkPad X1').first().waitFor()
  await owner.getByRole('link', { name: 'Home', exact: true }).click()
  await owner.getByRole('link', { name: 'Register an asset' }).click()
  await owner.getByRole('button', { name: 'Register an asset' }).first().click()
  const form = owner.getByRole('form')
  await form.getByRole('combobox', { name: 'Model' }).click()
  await owner.keyboard.type('Think')
  const found = owner.locator('.picker-list [aria-busy="false"]')
  await found.getByRole('option', { name: /ThinkPad X1/ }).click()
  await form.getByLabel('Name', { exact: true }).click()
  await owner.keyboard.type('Loan laptop 1')
  await form.getByLabel('Serial number', { exact: true }).click()
  await typeAndEnter(owner, 'PF4K2X9')
  await owner.getByText('Loan laptop 1 was registered as A-000001.').waitFor()
  const ownSeconds = Math.round((performance.now() - ownBegun - aside) / 1000)
  printJob(`A new owner's first things and invitations, in ${ownSeconds} s`, own, 'set up')
  expect(own.clicks).toBeLessThanOrEqual(20)
  expect(own.loads).toBeLessThanOrEqual(2)

  // Two of those who are invited come, and one declines.
  const invitation = 'Invitation to Lakeside School'
  await follow(kim, 'kim@lakeside.example', invitation)
  await kim.getByText('Olu Owner invites you to join Lakeside School').waitFor()
  await kim.getByLabel('Password', { exact: true }).click()
  await typeAndEnter(kim, PASSWORD)
  await heading(kim, 'Home').waitFor()
  const lee = await someone()
  await follow(lee, 'lee@lakeside.example', invitation)
  await lee.getByLabel('Your name').click()
  await lee.keyboard.type('Lee Jordan')
  await lee.getByLabel('Password', { exact: true }).click()
  await typeAndEnter(lee, PASSWORD)
  await heading(lee, 'Home').waitFor()
  const max = await someone()
  await follow(max, 'max@lakeside.example', invitation)
  await max.getByRole('button', { name: 'Decline the invitation' }).click()
  await max.getByRole('dialog').getByRole('button', { name: 'Decline the invitation' }).click()
  await max.getByText('You have declined the invitation.').waitFor()

  // The owner sees who came.
  await owner.getByRole('link', { name: 'Home', exact: true }).click()
  await heading(owner, 'Home').waitFor()
  await heading(owner, 'Assigned to me').waitFor()
  await heading(owner, 'First steps in Lakeside School').waitFor({ state: 'detached' })
  await owner.getByRole('link', { name: 'Settings' }).click()
  await owner.getByRole('link', { name: 'Invitations' }).click()
  await row(owner, 'kim@lakeside.example').getByText('Accepted').waitFor()
  await row(owner, 'lee@lakeside.example').getByText('Accepted').waitFor()
  await row(owner, 'max@lakeside.example').getByText('Declined').waitFor()

  // Kim has forgotten the password.
  await kim.getByRole('button', { name: /^Account:/ }).click()
  await kim.getByRole('menuitem', { name: 'Sign out' }).click()
  await kim.getByRole('link', { name: 'Sign in' }).first().click()
  await kim.getByRole('link', { name: 'Forgot password?' }).click()
  // The page before has such a field, too.
  await heading(kim, 'Forgot your password?').waitFor()
  await kim.getByLabel('Email', { exact: true }).click()
  await kim.keyboard.press('ControlOrMeta+a')
  await typeAndEnter(kim, 'kim@lakeside.example')
  await kim.getByRole('status').getByText('If an account exists').waitFor()
  await follow(kim, 'kim@lakeside.example', 'Set a new password')
  await kim.getByLabel('New password', { exact: true }).click()
  await typeAndEnter(kim, NEW_PASSWORD)
  await kim.getByText('Your password was changed').waitFor()
  await mail.mailsTo('kim@lakeside.example', 1, 'Your password was changed')
  await kim.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await kim.getByLabel('Email', { exact: true }).click()
  await kim.keyboard.press('ControlOrMeta+a')
  await kim.keyboard.type('kim@lakeside.example')
  await kim.getByLabel('Password', { exact: true }).click()
  await typeAndEnter(kim, NEW_PASSWORD)
  await heading(kim, 'Dashboard').waitFor()

  // The owner makes a key, and a script reads assets with it.
  await owner.getByRole('button', { name: /^Account:/ }).click()
  await owner.getByRole('menuitem', { name: 'Your account' }).click()
  await owner.getByRole('button', { name: 'New API key' }).click()
  await owner.getByRole('form', { name: 'New API key' }).getByLabel('Name', { exact: true }).click()
  await owner.keyboard.type('Nightly list')
  await owner.getByRole('group', { name: 'Assets' }).getByLabel('See').check()
  await owner.getByRole('button', { name: 'Create the key' }).click()
  const token = String(await owner.getByRole('dialog').locator('code').textContent())
  await owner.getByRole('button', { name: 'I have copied it' }).click()
  const script = createClient(contract, { baseUrl: stack.api, token })
  const tags: string[] = []
  for await (const { asset_tag } of script.assets.list.all()) tags.push(asset_tag)
  expect(tags).toEqual(['A-000001'])
  expect((await script.persons.list.safe()).ok).toBe(false)

  // Lee leaves, belongs to nothing, and reads what to do.
  await lee.getByRole('button', { name: /^Account:/ }).click()
  await lee.getByRole('menuitem', { name: 'Your account' }).click()
  await lee.getByRole('region', { name: 'Your organisations' }).getByRole('button', { name: 'Leave' }).click()
  await lee.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await heading(lee, 'You belong to no organisation yet').waitFor()
  await lee
    .getByText('Make one of your own, or ask an owner of yours to invite lee@lakeside.example')
    .waitFor()
  await owner.getByRole('link', { name: 'Settings' }).click()
  await owner.getByRole('navigation', { name: 'Settings' }).getByText('Members').click()
  await row(owner, 'kim@lakeside.example').waitFor()
  await row(owner, 'lee@lakeside.example').waitFor({ state: 'detached' })

  const seconds = Math.round((performance.now() - begun) / 1000)
  printJob(`A new organisation, in ${seconds} s`, done)
  // 51, and now and then 52.
  expect(done.clicks).toBeLessThanOrEqual(54)
  expect(done.loads).toBeLessThanOrEqual(6)
})
