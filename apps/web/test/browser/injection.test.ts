import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { api, expectFailures, newPage, signIn } from './browser.ts'
import { FOREIGN, strings, wraps } from './hostile-texts.ts'

/** Each payload once, and each wrap with several payloads: for tests that need a page or a request for each text. */
const some = strings.filter((_, at) => at % wraps.length === Math.floor(at / wraps.length) % wraps.length)

async function guarded(): Promise<{ page: Page; hits: string[] }> {
  const page = await newPage()
  const hits: string[] = []
  await page.exposeFunction('hit', () => hits.push(page.url()))
  page.on('dialog', (dialog) => {
    hits.push(dialog.message())
    void dialog.dismiss()
  })
  return { page, hits }
}

const search = (text: string) => {
  const value = encodeURIComponent(text)
  return `?next=${value}&expired=${value}&created=${value}&email=${value}`
}

/** Opens an address within the page, as a link does. */
async function go(page: Page, address: string, heading: string) {
  await page.evaluate((to) => history.pushState({}, '', to), address)
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
}

const foreign = (page: Page) => page.locator(FOREIGN).count()

describe(`of ${strings.length} strings none runs`, () => {
  it('as next, as a notice, or as the remembered email', async () => {
    const { page, hits } = await guarded()
    await page.goto('/signin')
    for (const text of some) {
      await page.evaluate((value) => localStorage.setItem('commonhold.email', value), text)
      await page.goto(`/signin${search(text)}`)
      await page.getByRole('heading', { name: 'Sign in' }).waitFor()
      expect(await foreign(page), text).toBe(0)
    }
    // The page reads an address in the same way after a navigation within the page, so each string is tried without a reload.
    for (const text of strings) {
      await page.evaluate((value) => localStorage.setItem('commonhold.email', value), text)
      await go(page, `/signup${search(text)}`, 'Create an account')
      await go(page, `/signin${search(text)}`, 'Sign in')
      expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(text.replaceAll('\n', ''))
      expect(await foreign(page), text).toBe(0)
    }
    expect(hits).toEqual([])
  }, 600_000)

  it('as an email, or in a message of the service', async () => {
    expectFailures(422)
    const { page, hits } = await guarded()
    let text = ''
    let messages: readonly string[] = []
    await page.route(`${api}/auth/token`, (route) =>
      route.fulfill({
        status: 422,
        headers: { 'access-control-allow-origin': '*' },
        contentType: 'application/problem+json',
        body: JSON.stringify({
          type: text,
          title: text,
          status: 422,
          detail: text,
          instance: text,
          code: 'other',
          request_id: text,
          errors: [
            { in: 'body', pointer: '/email', code: 'x', message: text },
            ...messages.map((message) => ({ in: 'body', pointer: message, code: message, message })),
          ],
        }),
      }),
    )
    await page.goto('/signin')
    for (text of some) {
      messages = [text]
      await page.getByLabel('Email', { exact: true }).fill(text)
      await page.keyboard.press('Enter')
      await page.getByLabel('Email', { exact: true }).fill('ada@example.org')
      await page.getByLabel('Password', { exact: true }).fill(text)
      const answered = page.waitForResponse(`${api}/auth/token`)
      await page.keyboard.press('Enter')
      await answered
      // While the request is open, the button has another name.
      await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
      await page.getByRole('alert').getByRole('listitem').waitFor()
      expect(await foreign(page), text).toBe(0)
    }
    messages = strings
    await page.keyboard.press('Enter')
    await page
      .getByRole('alert')
      .getByRole('listitem')
      .nth(strings.length - 1)
      .waitFor()
    expect(await foreign(page)).toBe(0)
    expect(hits).toEqual([])
  }, 600_000)

  it('in what others wrote into the records', async () => {
    const { page, hits } = await guarded()
    await signIn(page)
    const reply = (path: string, body: unknown) =>
      page.route(`${api}${path}`, (route) =>
        route.fulfill({ json: body, headers: { 'access-control-allow-origin': '*' } }),
      )
    const at = new Date(0).toISOString()
    await reply('/me', { display_name: strings.join(' '), email: strings[3], last_sign_in_at: at })
    await reply(
      '/asset-models*',
      strings.map((name, id) => ({ id: `${id}`, name, tracking_type: 'serialized', archived_at: null })),
    )
    await reply(
      '/assets*',
      strings.map((name, id) => ({
        id: `${id}`,
        model_id: `${id}`,
        name,
        asset_tag: name,
        serial_number: name,
        status: 'active',
        created_at: at,
      })),
    )
    await page.reload()
    await page
      .getByText('Change status')
      .nth(strings.length - 1)
      .waitFor()
    expect(await foreign(page)).toBe(0)
    expect(hits).toEqual([])
  })
})
