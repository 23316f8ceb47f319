import type { Page, Request } from 'playwright-core'

/** What each page waits for. */
const awaited = new WeakMap<Page, Set<Request>>()

/** Notes from now on which answers a page waits for. */
export function followRequests(page: Page) {
  const open = new Set<Request>()
  awaited.set(page, open)
  page.on('request', (request) => {
    // What a former document has asked for, nobody waits for.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear()
    // The request for events waits until something happens.
    if (!/^\/events(\/|$)/.test(new URL(request.url()).pathname)) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
}

/** Whether a page waits for no answer. */
export const isAnswered = (page: Page) => awaited.get(page)?.size === 0

/** Runs in the page: ends when nothing is left to do or to draw. A page that draws nothing more is idle only after a frame. */
const rest = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 2_000 }))
  })

/** Waits until a page has drawn all that it has asked for, and asks for nothing more. */
export async function settled(page: Page) {
  for (let still = 0; still < 3; ) {
    await page.evaluate(rest)
    still = isAnswered(page) ? still + 1 : 0
  }
}

/** Waits until nothing is on its way: colours between one scheme and another have a contrast of their own. */
export async function motionEnded(page: Page) {
  await page.evaluate(() => {
    // What pulses never ends.
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    return Promise.allSettled(ending.map(({ finished }) => finished))
  })
}
