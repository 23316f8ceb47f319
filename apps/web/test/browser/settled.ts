import type { Page, Request } from 'playwright-core'

/** The unanswered requests of each page. */
const awaited = new WeakMap<Page, Set<Request>>()

/** Records the unanswered requests of a page from now on. */
export function followRequests(page: Page) {
  const open = new Set<Request>()
  awaited.set(page, open)
  page.on('request', (request) => {
    // The answers to a former document do not matter any more.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear()
    // The request for events waits until something happens.
    if (!/^\/events(\/|$)/.test(new URL(request.url()).pathname)) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
}

/** True if a page has no unanswered request. */
export const isAnswered = (page: Page) => awaited.get(page)?.size === 0

/**
 * Runs in the page: resolves when nothing is left to do or to render. A page that renders nothing more is idle only after a
 * frame.
 */
const rest = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 2_000 }))
  })

/** Waits until a page has rendered all answers, and requests nothing more. */
export async function settled(page: Page) {
  for (let still = 0; still < 3; ) {
    await page.evaluate(rest)
    still = isAnswered(page) ? still + 1 : 0
  }
}

/** Waits for the end of all animations: colours that change between two schemes have another contrast. */
export async function motionEnded(page: Page) {
  await page.evaluate(() => {
    // Animations that pulse never end, nor do those that follow the scroll position.
    const ending = document
      .getAnimations()
      .filter(
        ({ effect, timeline }) =>
          timeline instanceof DocumentTimeline &&
          effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      )
    return Promise.allSettled(ending.map(({ finished }) => finished))
  })
}
