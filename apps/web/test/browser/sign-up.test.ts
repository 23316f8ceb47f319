import { describe, expect, it } from 'vitest'
import {
  api,
  expectFailures,
  fillAndEnter,
  makeAccount,
  newEmail,
  newPage,
  PASSWORD,
  signIn,
} from './browser.ts'
import { answer, hang, unplug } from './misbehaving-api.ts'
import { settled } from './settled.ts'

describe('/signup', () => {
  it('leads to sign-in with the email prefilled and a notice that the account was created', async () => {
    const page = await newPage()
    const email = newEmail()
    await page.goto('/signup')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()

    await page.getByRole('status').getByText('account was created').waitFor()
    const { pathname, search } = new URL(page.url())
    expect({ pathname, search }).toEqual({ pathname: '/signin', search: '' })
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(email)
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
    await expect.poll(() => page.title()).toBe('Sign in · Commonhold')
  })

  it('is submitted by Enter, as JSON with the version header', async () => {
    const page = await newPage()
    await page.goto('/signup')
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    const email = newEmail()
    await fillAndEnter(page, email)
    const request = await sent
    expect(new URL(request.url()).pathname).toBe('/users')
    expect(request.postDataJSON()).toEqual({ email, password: PASSWORD })
    expect(request.headers()).toMatchObject({ 'x-api-version': 'v1', 'content-type': 'application/json' })
    await page.waitForURL('**/signin')
  })

  it('is open to who is signed in already, and makes an account of its own all the same', async () => {
    const page = await newPage()
    await signIn(page)
    await page.goto('/signup')
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await fillAndEnter(page, newEmail())
    await page.getByRole('status').getByText('account was created').waitFor()
    expect((await sent).headers().authorization).toBeUndefined()
    expect((await sent).headers()['x-tenant-id']).toBeUndefined()
  })

  it('tells the owner of a known email to sign in or to use another one', async () => {
    expectFailures(409)
    const email = await makeAccount()
    const page = await newPage()
    await page.goto('/signup')
    await fillAndEnter(page, email)

    const guidance = page.getByRole('alert')
    await guidance.getByText('There is an account with this email already').waitFor()
    const input = page.getByLabel('Email', { exact: true })
    await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true')
    await guidance.getByRole('button', { name: 'use another email' }).click()
    await expect.poll(() => input.evaluate((element) => element === document.activeElement)).toBe(true)

    await guidance.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(email)
  })

  it('takes another email after the guidance', async () => {
    expectFailures(409)
    const email = await makeAccount()
    const page = await newPage()
    await page.goto('/signup')
    await fillAndEnter(page, email)
    await page.getByRole('button', { name: 'use another email' }).click()
    await page.locator('input[name="email"]:focus').waitFor()
    await page.keyboard.type(newEmail())
    await page.keyboard.press('Enter')
    await page.waitForURL('**/signin')
  })

  it('never locks: a request that gets no answer is given up after 10 s, and can be sent again', async () => {
    const page = await newPage()
    await hang(page, '/users')
    await page.goto('/signup')
    await settled(page)
    // The test controls the clock of the page: a slow machine cannot make the seconds longer.
    await page.evaluate(() => {
      AbortSignal.timeout = (milliseconds) => {
        const given = new AbortController()
        setTimeout(() => given.abort(new DOMException('', 'TimeoutError')), milliseconds)
        return given.signal
      }
    })
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await fillAndEnter(page, newEmail())
    const waiting = page.getByRole('button', { name: 'Creating your account…' })
    await waiting.waitFor()
    await page.getByLabel('Email', { exact: true }).fill(newEmail())

    await page.clock.runFor(9_900)
    expect(await waiting.count()).toBe(1)
    await page.clock.runFor(200)
    await page.getByRole('alert').getByText('did not answer within 10 seconds').waitFor()
    await page.unrouteAll()
    await page.clock.resume()
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/signin')
  })

  it('says so when the service cannot be reached, and keeps what was typed', async () => {
    const page = await newPage()
    await page.goto('/signup')
    await unplug(page)
    await fillAndEnter(page, 'ada@example.org')
    await page.getByRole('alert').getByText('cannot be reached').waitFor()
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('ada@example.org')
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(PASSWORD)
  })

  it.each([
    [503, 'unavailable', { 'Retry-After': '7' }, 'Try again in 7 seconds'],
    [429, 'rate_limited', { 'Retry-After': '60' }, 'Try again in 60 seconds'],
    [500, 'internal_error', {}, 'report test-1'],
  ])('says what to do after a %i', async (status, code, headers, text) => {
    const page = await newPage()
    await answer(page, '/users', { status, code, headers })
    await page.goto('/signup')
    await fillAndEnter(page, newEmail())
    await page.getByRole('alert').getByText(text).waitFor()
    expect(new URL(page.url()).pathname).toBe('/signup')
  })

  it('shows what the service says about a field at that field', async () => {
    expectFailures(422)
    const page = await newPage()
    await page.goto('/signup')
    await fillAndEnter(page, newEmail(), 'password')
    const input = page.getByLabel('Password', { exact: true })
    await page.locator('[aria-invalid="true"]').waitFor()
    await expect.poll(() => input.evaluate((element) => element === document.activeElement)).toBe(true)
    const described = await input.evaluate((element) =>
      (element.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' '),
    )
    expect(described).toMatch(/^At least 8 characters.*keep in mind\. [A-Z].+\.$/)
  })

  it('sends nothing while a field is plainly wrong', async () => {
    const page = await newPage()
    const asked = page.waitForResponse(`${api}/auth/sign-up`)
    await page.goto('/signup')
    await asked
    const sent: string[] = []
    page.on('request', (request) => request.url().startsWith(api) && sent.push(request.url()))
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByText('Enter your email address.').waitFor()
    await page.getByText('Choose a password.').waitFor()
    await fillAndEnter(page, 'ada', 'short')
    await page.getByText('Enter an address such as').waitFor()
    await page.getByText('Use at least 8 characters.').waitFor()
    expect(sent).toEqual([])
  })

  it.each(['invited', 'off'])('is not offered where sign-up is %s, and says so', async (policy) => {
    const page = await newPage()
    await page.route(`${api}/auth/sign-up`, (route) =>
      route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: { sign_up: policy } }),
    )
    await page.goto('/signup')
    await page.getByRole('heading', { name: 'Sign-up is closed' }).waitFor()
    await expect.poll(() => page.title()).toBe('Sign-up is closed · Commonhold')
    expect(await page.getByLabel('Email', { exact: true }).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Sign up' }).count()).toBe(0)

    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Password', { exact: true }).waitFor()
    expect(await page.getByRole('link', { name: /Sign up|Create an account/ }).count()).toBe(0)
  })
})
