import { describe, expect, it } from 'vitest'
import {
  expectFailures,
  fillAndEnter,
  makeAccount,
  newBrowser,
  newPage,
  PASSWORD,
  signIn,
  storedSession,
  web,
} from './browser.ts'
import { hang, unplug } from './misbehaving-api.ts'

describe('/signin', () => {
  it('stores the token and leads to the dashboard', async () => {
    const email = await makeAccount()
    const page = await newPage()
    await page.goto('/signin')
    expect(await storedSession(page)).toBeNull()
    const sent = page.waitForRequest(
      (request) => request.url().endsWith('/auth/token') && request.method() === 'POST',
    )
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    expect((await sent).postDataJSON()).toEqual({ email, password: PASSWORD })
    expect((await sent).headers()['x-api-version']).toBe('v1')

    await page.getByText(email).waitFor()
    expect(new URL(page.url()).pathname).toBe('/dashboard')
    const stored = await page.evaluate(() => ({ ...localStorage }))
    const beyondLooks = Object.keys(stored).filter((key) => key !== 'commonhold.look')
    expect(beyondLooks).toEqual(['commonhold.session'])
    expect(Object.keys(JSON.parse(stored['commonhold.session'] ?? ''))).toEqual(['access_token'])
  })

  it('speaks the language of the browser where it knows it, and English to others', async () => {
    expectFailures(401)
    const email = await makeAccount()
    const page = await newPage({ locale: 'de-AT' })
    await page.goto('/signin?expired=1')
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('de')
    await page.getByText('Ihre Sitzung ist abgelaufen.').waitFor()
    await page.locator('input[name="email"]:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Geben Sie Ihre E-Mail-Adresse ein.').waitFor()
    await page.getByLabel('E-Mail', { exact: true }).fill(email)
    await page.getByLabel('Passwort', { exact: true }).fill('wrong wrong wrong')
    await page.keyboard.press('Enter')
    await page.getByText('E-Mail oder Passwort ist falsch.').waitFor()
    await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Übersicht' }).waitFor()
    await page.getByRole('heading', { name: 'Neueste Gegenstände' }).waitFor()
    await page.getByRole('link', { name: 'Vorgänge' }).click()
    await page.getByRole('button', { name: 'Vorgang anlegen' }).waitFor()
    const french = await newPage({ locale: 'fr-FR' })
    await french.goto('/signin')
    await french.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  it('is submitted by Enter', async () => {
    const page = await newPage()
    await signIn(page)
    expect(new URL(page.url()).pathname).toBe('/dashboard')
  })

  it('leads to an internal next', async () => {
    const email = await makeAccount()
    const page = await newPage()
    await page.goto('/signin?next=%2Fforgot-password')
    await fillAndEnter(page, email)
    await page.waitForURL('**/forgot-password')
    await page.goBack()
    expect(new URL(page.url()).pathname, 'sign-in is not kept in the history').not.toBe('/signin')
  })

  it.each([
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/signout',
    '/signin',
    '/%2Fevil.example',
  ])('leads to the dashboard for %s, which is not of this origin or signs out again', async (next) => {
    const page = await newPage()
    await page.goto(`/signin?next=${encodeURIComponent(next)}`)
    await fillAndEnter(page, await makeAccount())
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    const { origin, pathname } = new URL(page.url())
    expect([origin, pathname]).toEqual([web, '/dashboard'])
  })

  it('remembers the latest email that signed in, when asked to', async () => {
    const browser = await newBrowser()
    const page = await browser.newPage()
    const [first, second] = [await makeAccount(), await makeAccount()]
    for (const email of [first, second]) {
      await page.goto('/signin')
      await page.getByLabel('Remember me').check()
      await fillAndEnter(page, email)
      await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    }
    await page.goto('/signout')
    await page.getByText('You are signed out').waitFor()
    await page.goto('/signin')
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(second)
    expect(await page.getByLabel('Remember me').isChecked()).toBe(true)
    await page.locator('input[name="password"]:focus').waitFor()
  })

  it('remembers no email that failed to sign in, and forgets it when no longer asked to', async () => {
    expectFailures(401)
    const page = await newPage()
    const email = await makeAccount()
    await page.goto('/signin')
    await page.getByLabel('Remember me').check()
    await fillAndEnter(page, 'grace@example.org', 'wrong password')
    await page.getByRole('alert').getByText('is wrong').waitFor()
    await page.reload()
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('')

    await page.getByLabel('Remember me').check()
    await fillAndEnter(page, email)
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    await page.goto('/signin')
    await page.getByLabel('Remember me').uncheck()
    await fillAndEnter(page, undefined)
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    await page.goto('/signin')
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('')
  })

  it('shows the notice of an expired session', async () => {
    const page = await newPage()
    await page.goto('/signin?next=%2Fdashboard&expired=1')
    await page.getByRole('status').getByText('Your session has expired').waitFor()
    await page.goto('/signin')
    await page.getByLabel('Email', { exact: true }).waitFor()
    expect(await page.getByText('Your session has expired').count()).toBe(0)
  })

  it('never takes its own 401 for an expired session', async () => {
    expectFailures(401)
    const page = await newPage()
    await page.goto('/signin?next=%2Fdashboard')
    await fillAndEnter(page, await makeAccount(), 'wrong password')
    await page.getByRole('alert').getByText('is wrong').waitFor()
    expect(new URL(page.url()).search).toBe('?next=%2Fdashboard')
    expect(await page.getByText('expired').count()).toBe(0)
    await fillAndEnter(page, undefined)
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  })

  it('keeps the present session when someone mistypes a password beside it', async () => {
    expectFailures(401)
    const page = await newPage()
    await signIn(page)
    await page.goto('/signin')
    await fillAndEnter(page, await makeAccount(), 'wrong password')
    await page.getByRole('alert').getByText('is wrong').waitFor()
    expect(await storedSession(page)).not.toBeNull()
  })

  it('and /forgot-password never lock, nor does the dashboard, when the service gives no answer', async () => {
    const browser = await newBrowser()
    const signedIn = await browser.newPage()
    await signIn(signedIn)
    const pages = await Promise.all([browser.newPage(), browser.newPage()])
    const [one, other] = pages
    if (!one || !other) throw new Error('two pages were opened')
    await hang(browser, '/**')
    await one.goto('/signin')
    await fillAndEnter(one, 'ada@example.org')
    await other.goto('/forgot-password')
    await other.getByLabel('Email', { exact: true }).fill('ada@example.org')
    await other.keyboard.press('Enter')
    await signedIn.reload()
    await Promise.all(
      [one, other, signedIn].map((page) =>
        page.getByRole('alert').getByText('did not answer within 10 seconds').first().waitFor(),
      ),
    )
    await expect
      .poll(() => one.getByRole('button', { name: 'Sign in' }).getAttribute('aria-disabled'))
      .toBe('false')
    expect(await storedSession(signedIn), 'no answer is not a 401').not.toBeNull()
    await browser.unrouteAll()
    await signedIn.getByRole('button', { name: 'Try again' }).first().click()
    await signedIn.getByText('Signed in as').waitFor()
  })

  it('says so when the service cannot be reached', async () => {
    const page = await newPage()
    await page.goto('/signin')
    await unplug(page)
    await fillAndEnter(page, 'ada@example.org')
    await page.getByRole('alert').getByText('cannot be reached').waitFor()
  })

  it('serves password managers: autocomplete, paste, and a password that can be shown', async () => {
    const page = await newPage()
    await page.goto('/signin')
    const email = page.getByLabel('Email', { exact: true })
    const password = page.getByLabel('Password', { exact: true })
    expect(await email.getAttribute('autocomplete')).toBe('username')
    expect(await password.getAttribute('autocomplete')).toBe('current-password')
    await password.fill('abc')
    await password.press('Control+A')
    await page.keyboard.insertText('pasted')
    expect(await password.inputValue()).toBe('pasted')
    await page.getByRole('button', { name: 'Show password' }).click()
    expect(await password.getAttribute('type')).toBe('text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    expect(await password.getAttribute('type')).toBe('password')
    await page.goto('/signup')
    expect(await password.getAttribute('autocomplete')).toBe('new-password')
  })
})
