import type { BrowserContext, Page } from 'playwright-core'
import { api } from './browser.ts'

const cors = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'Retry-After' }

interface Answer {
  readonly status: number
  readonly code?: string
  readonly facts?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** Lets one operation answer with a problem instead of the service. */
export const answer = (
  page: Page | BrowserContext,
  path: string,
  { status, code = 'internal_error', facts, headers }: Answer,
) =>
  page.route(`${api}${path}`, (route) =>
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

/** Lets one operation never answer. */
export const hang = (page: Page | BrowserContext, path: string) => page.route(`${api}${path}`, () => {})

/** Makes the whole service unreachable. */
export const unplug = (page: Page | BrowserContext) =>
  page.route(`${api}/**`, (route) => route.abort('connectionrefused'))
