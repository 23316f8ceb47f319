import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { District, Viewer } from './district.ts'
import type { State } from './states.ts'

const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 800 } } as const
/** Widths in pixels: the narrowest screen, and a laptop zoomed to 200 %. */
const narrow = [320, 640]

/** The screenshots of a state, and its defects. */
export interface Picture {
  readonly name: string
  /** PNGs in light and dark, on a desktop and on a phone. */
  readonly looks: Readonly<Record<Look, Buffer>>
  readonly defects: readonly string[]
}

/** Screen size and color scheme of a screenshot. */
export type Look = (typeof looks)[number]
export const looks = ['desktop light', 'phone light', 'desktop dark', 'phone dark'] as const

/**
 * Takes the pictures of a state, on a new page for each screen size. The checks by axe take most of the time; `isQuick` skips
 * them.
 */
export async function take(
  browser: Browser,
  district: District,
  state: State,
  language: string,
  isQuick: boolean,
): Promise<Picture> {
  const taken: Partial<Record<Look, Buffer>> = {}
  const defects: string[] = []
  for (const size of ['desktop', 'phone'] as const) {
    const context = await openBrowser(browser, district, state.as ?? 'owner', language)
    const page = await context.newPage()
    watch(page, district, state, defects)
    await page.setViewportSize(sizes[size])
    await state.before?.(page)
    await page.goto(district.web + addressOf(district, state))
    await settle(page)
    if (state.after) {
      await state.after(page, district).catch((error) => defects.push(`could not be set up: ${error}`))
      await settle(page)
    }
    taken[`${size} light`] = await page.screenshot()
    if (!isQuick) defects.push(...(await defectsOf(new AxeBuilder({ page }), `${size} light`)))
    await page.emulateMedia({ colorScheme: 'dark' })
    taken[`${size} dark`] = await page.screenshot()
    if (!isQuick)
      defects.push(...(await defectsOf(new AxeBuilder({ page }).withRules('color-contrast'), `${size} dark`)))
    if (size === 'phone') defects.push(...(await sidewaysAt(page)))
    await context.close()
  }
  return { name: state.name, looks: taken as Record<Look, Buffer>, defects: [...new Set(defects)] }
}

async function openBrowser(
  browser: Browser,
  { web, tokens }: District,
  viewer: Viewer,
  locale: string,
): Promise<BrowserContext> {
  const token = tokens[viewer]
  const session = token ? [{ name: 'commonhold.session', value: sessionOf(token) }] : []
  const context = await browser.newContext({
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale,
    storageState: { cookies: [], origins: [{ origin: web, localStorage: session }] },
  })
  context.setDefaultTimeout(10_000)
  return context
}

const sessionOf = (token: string) => JSON.stringify({ access_token: token })

/** Replaces the route parameters with the organisation's slug and the ids of the district's records. */
const addressOf = ({ slugs, ids }: District, { at, isEmpty }: State) =>
  at.replace(/\$(\w+)/g, (_, name: string) =>
    name === 'tenant' ? slugs[isEmpty ? 'empty' : 'full'] : (ids[name] ?? name),
  )

/** Records console errors, uncaught exceptions, and requests to another host than the page's (the API has the same host). */
function watch(page: Page, { web }: District, { answers = [] }: State, defects: string[]) {
  page.on('pageerror', ({ message }) => defects.push(`uncaught: ${message}`))
  page.on('console', (message) => {
    const isAnswer = answers.some((status) => message.text().includes(`status of ${status}`))
    const isOffline = message.text().includes('ERR_INTERNET_DISCONNECTED')
    if (message.type() === 'error' && !isAnswer && !isOffline)
      defects.push(`console: ${message.text()} ${message.location().url}`)
  })
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== new URL(web).hostname)
      defects.push(`requests another host: ${request.url()}`)
  })
}

/** Waits for the network, the heading, the end of the skeletons and the fonts. */
async function settle(page: Page) {
  // A request that never ends may belong to the state.
  await page.waitForLoadState('networkidle', { timeout: 4_000 }).catch(() => undefined)
  await page
    .locator('h1')
    .first()
    .waitFor({ timeout: 4_000 })
    .catch(() => undefined)
  await page
    .waitForFunction(() => document.querySelector('.skeleton') === null, undefined, { timeout: 1_500 })
    .catch(() => undefined)
  await page.evaluate(() => document.fonts.ready)
}

async function defectsOf(axe: AxeBuilder, look: string): Promise<string[]> {
  const { violations } = await axe.analyze()
  return violations.map(
    ({ id, nodes }) => `${look}: ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  )
}

async function sidewaysAt(page: Page): Promise<string[]> {
  const defects: string[] = []
  for (const width of narrow) {
    await page.setViewportSize({ width, height: 640 })
    // An open menu is placed again after the screen has become narrower.
    await page
      .waitForFunction((most) => document.documentElement.scrollWidth <= most, width, { timeout: 1_000 })
      .catch(() => undefined)
    const actual = await page.evaluate(() => document.documentElement.scrollWidth)
    if (actual > width) defects.push(`scrolls sideways at ${width} px: ${actual} px`)
  }
  return defects
}
