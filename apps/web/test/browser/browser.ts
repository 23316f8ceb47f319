import { randomBytes } from 'node:crypto'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { NEWS_MS } from '../../src/timeout.ts'
import { ask } from './ask.ts'
import { followRequests } from './settled.ts'

export const web = inject('web')
export const api = inject('api')
export const PASSWORD = 'plum orchard lantern 42'

/** Milliseconds within which a right page has come to what is awaited, also on a slow machine with pauses. */
export const PATIENCE_MS = 30_000

let browser: Browser
const contexts: BrowserContext[] = []
let faults: string[] = []
/** What the test that runs provokes. */
const provoked = new Set<Failure>()

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
})
afterEach(async () => {
  await Promise.all(contexts.splice(0).map(leave))
  const seen = faults
  faults = []
  provoked.clear()
  expect(
    seen,
    'answers that no test provoked, breaches of the content security policy, errors, and requests to other hosts',
  ).toEqual([])
})
afterAll(() => browser?.close())

/** Runs in the page: news stay until they are read, however late a slow machine comes to that. */
function keepNews(usual: number) {
  const later = window.setTimeout.bind(window)
  // The types of Node and of browsers differ in what a timer is.
  Reflect.set(window, 'setTimeout', (run: () => void, delay?: number, ...values: unknown[]) =>
    later(run, delay === usual ? 600_000 : delay, ...values),
  )
}

/** Closes a browser. What a test answers in the place of the service may be under way still. */
async function leave(context: BrowserContext) {
  const routed = [context, ...context.pages()]
  await Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })))
  await context.close()
}

/** How a request fails: the status of the answer, or none at all. */
type Failure = number | 'no answer'

/** Says how requests of the page may fail in the test that runs. It fails when they do so in another way. */
export function expectFailures(...failures: readonly Failure[]) {
  for (const failure of failures) provoked.add(failure)
}

/**
 * What comes without a test's doing: the service says that it is busy, which the page waits for; the account has no
 * organisation or project in use, which the page does not know before; or a record was deleted, and its page, which still
 * shows it, learns of the deletion from the feed of events and asks for it once more.
 */
const isUsual = (failure: Failure, url: string) =>
  failure === 503 || (failure === 404 && /\/me\/current-(tenant|project)$|\/[0-9A-Z]{26}(\/|\?|$)/.test(url))

/** How a request has failed, when that is what the browser itself writes. */
function failureIn(text: string): Failure | undefined {
  if (/blocked by CORS policy/.test(text)) return 'no answer'
  const [, answer] = /^Failed to load resource: (.*)/s.exec(text) ?? []
  if (answer === undefined) return undefined
  const [, status] = /^the server responded with a status of (\d+)/.exec(answer) ?? []
  return status === undefined ? 'no answer' : Number(status)
}

/**
 * A browser of its own: nothing stored, and nothing moves on the way. Breaches of the policy, errors on the console,
 * requests to other hosts and answers that fail fail the test, unless it says that it provokes them.
 */
export async function newBrowser(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: web,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  })
  contexts.push(context)
  context.setDefaultTimeout(PATIENCE_MS)
  context.on('page', followRequests)
  await context.addInitScript(keepNews, NEWS_MS)
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      console.error(`policy breached: ${violatedDirective} ${blockedURI} ${sample}`)
    })
  })
  context.on('console', (message) => {
    const isPolicy = /policy breached|Content Security Policy|TrustedScript|TrustedHTML/.test(message.text())
    const failure = failureIn(message.text())
    const { url } = message.location()
    if (failure !== undefined && (provoked.has(failure) || isUsual(failure, url))) return
    if (isPolicy || message.type() === 'error') faults.push(`${message.text()} ${url}`)
  })
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== new URL(web).hostname)
      faults.push(`asks ${request.url()}`)
  })
  context.on('weberror', (error) => faults.push(`${error.error()}`))
  return context
}

/** A page in a browser of its own. */
export const newPage = async (options?: BrowserContextOptions): Promise<Page> =>
  (await newBrowser(options)).newPage()

let count = 0
/** Of this file: another one may come to the same number in the same millisecond. */
const here = randomBytes(4).toString('hex')
/** An address that nobody has used. */
export const newEmail = () => `ada.${Date.now().toString(36)}.${here}${count++}@example.org`

/** Makes an account through the interface, without a browser. */
export async function makeAccount(email = newEmail()): Promise<string> {
  const response = await ask(`${api}/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-version': 'v1' },
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  expect(response.status).toBe(201)
  return email
}

/** Fills the form that has an email and a password, and presses Enter. */
export async function fillAndEnter(page: Page, email: string | undefined, password = PASSWORD) {
  if (email !== undefined) await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
}

/** Signs in through the page, with an account of its own, and waits for the dashboard. */
export async function signIn(page: Page, email?: string): Promise<string> {
  const known = email ?? (await makeAccount())
  await page.goto('/signin')
  await fillAndEnter(page, known)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  return known
}

/** What a browser keeps in which somebody has signed in to the pages of an origin. */
export const keptAfterSignIn = (access_token: string, origin = web) => ({
  cookies: [],
  origins: [
    { origin, localStorage: [{ name: 'commonhold.session', value: JSON.stringify({ access_token }) }] },
  ],
})

/** The access tokens of browsers whose pages have not been anywhere yet. */
const firstTokens = new WeakMap<BrowserContext, string>()

/** A page of an account of its own, which has signed in before. */
export async function newMember(options: BrowserContextOptions = {}): Promise<Page> {
  const token = await signInOf(await makeAccount())
  const page = await newPage({ ...options, storageState: keptAfterSignIn(token) })
  firstTokens.set(page.context(), token)
  return page
}

/** Signs an account in through the interface, without a browser; resolves with the access token. */
export async function signInOf(email: string): Promise<string> {
  const response = await ask(`${api}/me/signin`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password: PASSWORD }),
  })
  expect(response.status).toBe(200)
  return (await response.json()).access_token
}

/** What the browser keeps under the one key for credentials, or null. */
export const storedSession = (page: Page) => page.evaluate(() => localStorage.getItem('commonhold.session'))

/** Calls the interface as the user of the page. */
export async function call(page: Page, method: string, path: string, body?: object) {
  const token =
    page.url() === 'about:blank'
      ? firstTokens.get(page.context())
      : JSON.parse((await storedSession(page)) ?? '{}').access_token
  const response = await ask(api + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return response.json()
}
