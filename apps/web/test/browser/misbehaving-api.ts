import type { BrowserContext, Page } from 'playwright-core'
import { api, expectFailures } from './browser.ts'

const cors = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'Retry-After' }

interface Answer {
  readonly status: number
  readonly code?: string
  readonly facts?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers one operation with a problem, instead of the service. */
export const answer = (
  page: Page | BrowserContext,
  path: string,
  { status, code = 'internal_error', facts, headers }: Answer,
) => {
  expectFailures(status)
  return page.route(`${api}${path}`, (route) =>
    route.fulfill({
      status,
      headers: { ...cors, ...headers },
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: `/problems/${code}`,
        title: code,
        status,
        detail: 'Told by the test.',
        instance: path,
        code,
        request_id: 'test-1',
        ...facts,
      }),
    }),
  )
}

/** Bodies of errors that are not ours: of gateways, proxies and cut connections. */
export const foreignBodies: readonly [what: string, contentType: string, body: string][] = [
  ['a page', 'text/html', '<h1>Sign in to the network</h1>'],
  ['JSON of somebody else', 'application/json', '{"detail":"Refused by the gateway"}'],
  ['a problem without a code', 'application/problem+json', '{"title":"Refused"}'],
  ['half a problem', 'application/problem+json', '{"status":200,"code":"not_authen'],
  ['nothing', 'text/plain', ''],
]

/** Answers one operation with any status and body, as a gateway or a proxy may do. */
export const intercept = (
  page: Page | BrowserContext,
  path: string,
  status: number,
  contentType: string,
  body: string,
) => {
  expectFailures(status)
  return page.route(`${api}${path}`, (route) => route.fulfill({ status, headers: cors, contentType, body }))
}

/** Never answers one operation. */
export const hang = (page: Page | BrowserContext, path: string) => page.route(`${api}${path}`, () => {})

/** Lets the pages of a list have two records, so that a short list has several. */
export const inPagesOfTwo = (page: Page | BrowserContext, path: string) =>
  page.route(`${api}${path}`, (route) =>
    route.fallback({
      url: route
        .request()
        .url()
        .replace(/([?&]limit=)\d+/, '$12'),
    }),
  )

/** Makes the whole service unreachable. */
export function unplug(page: Page | BrowserContext) {
  expectFailures('no answer')
  return page.route(`${api}/**`, (route) => route.abort('connectionrefused'))
}

/** Delays the requests to one operation until the test calls the returned function. */
export async function hold(page: Page, method: string, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() === method) await promise
    await route.fallback()
  })
  return resolve
}
