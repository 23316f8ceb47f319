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

/** Milliseconds within which a page without defects reaches the expected state, even on a slow machine. */
export const PATIENCE_MS = 30_000

let browser: Browser
const contexts: BrowserContext[] = []
let unexpected: string[] = []
/** The failures that the current test provokes. */
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
  const seen = unexpected
  unexpected = []
  provoked.clear()
  expect(
    seen,
    'answers that no test provoked, breaches of the content security policy, errors, and requests to other hosts',
  ).toEqual([])
})
afterAll(() => browser?.close())

/** Runs in the page: messages stay until a slow machine has read them. */
function keepNews(usual: number) {
  const later = window.setTimeout.bind(window)
  // Node and browsers have different types of timers.
  Reflect.set(window, 'setTimeout', (run: () => void, delay?: number, ...values: unknown[]) =>
    later(run, delay === usual ? 600_000 : delay, ...values),
  )
}

/** Closes a browser. Requests that a test answers instead of the service may still be open. */
async function leave(context: BrowserContext) {
  const routed = [context, ...context.pages()]
  await Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })))
  await context.close()
}

/** How a request fails: the status of the answer, or none at all. */
type Failure = number | 'no answer'

/** Declares how requests of the page may fail in the current test. Any other failure makes the test fail. */
export function expectFailures(...failures: readonly Failure[]) {
  for (const failure of failures) provoked.add(failure)
}

/**
 * Failures that no test provokes. 503: the service is busy. 404: the account has no current organisation or project, which the
 * page does not know before; or a record was deleted, and its page, which still shows it, requests it once more after the event.
 */
const isUsual = (failure: Failure, url: string) =>
  failure === 503 ||
  (failure === 404 && /\/me\/(current-tenant|current-project|permissions)$|\/[0-9A-Z]{26}(\/|\?|$)/.test(url))

/** How a request has failed, if the text is the browser's own message about it. */
function failureIn(text: string): Failure | undefined {
  if (/blocked by CORS policy/.test(text)) return 'no answer'
  const [, answer] = /^Failed to load resource: (.*)/s.exec(text) ?? []
  if (answer === undefined) return undefined
  const [, status] = /^the server responded with a status of (\d+)/.exec(answer) ?? []
  return status === undefined ? 'no answer' : Number(status)
}

/**
 * A new browser context with empty storage and without motion. Breaches of the policy, errors on the console, requests to other
 * hosts and failed requests make the test fail, unless it has declared them.
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
    if (isPolicy || message.type() === 'error') unexpected.push(`${message.text()} ${url}`)
  })
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== new URL(web).hostname)
      unexpected.push(`asks ${request.url()}`)
  })
  context.on('weberror', (error) => unexpected.push(`${error.error()}`))
  return context
}

/** A page in a new browser context. */
export const newPage = async (options?: BrowserContextOptions): Promise<Page> =>
  (await newBrowser(options)).newPage()

let count = 0
/** Differs between test files, which may reach the same number in the same millisecond. */
const here = randomBytes(4).toString('hex')
/** An address that nobody has used. */
export const newEmail = () => `ada.${Date.now().toString(36)}.${here}${count++}@example.org`

/** Creates an account through the API, without a browser. */
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

/** Signs in through the page, by default with a new account, and waits for the dashboard. */
export async function signIn(page: Page, email?: string): Promise<string> {
  const known = email ?? (await makeAccount())
  await page.goto('/signin')
  await fillAndEnter(page, known)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  return known
}

/** The storage of a browser in which somebody has signed in to the pages of an origin. */
export const keptAfterSignIn = (access_token: string, origin = web) => ({
  cookies: [],
  origins: [
    { origin, localStorage: [{ name: 'commonhold.session', value: JSON.stringify({ access_token }) }] },
  ],
})

/** The access tokens of browsers whose pages have not opened an address yet. */
const firstTokens = new WeakMap<BrowserContext, string>()

/** A page of a new account, which is already signed in. */
export async function newMember(options: BrowserContextOptions = {}): Promise<Page> {
  const token = await signInOf(await makeAccount())
  const page = await newPage({ ...options, storageState: keptAfterSignIn(token) })
  firstTokens.set(page.context(), token)
  return page
}

/** Signs an account in through the API, without a browser; resolves with the access token. */
export async function signInOf(email: string): Promise<string> {
  const response = await ask(`${api}/me/signin`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password: PASSWORD }),
  })
  expect(response.status).toBe(200)
  return (await response.json()).access_token
}

/** The stored session of the browser, or null. */
export const storedSession = (page: Page) => page.evaluate(() => localStorage.getItem('commonhold.session'))

/** Calls the API as the user of the page. */
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
