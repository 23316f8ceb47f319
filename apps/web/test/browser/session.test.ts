import { describe, expect, it } from 'vitest'
import {
  call,
  expectFailures,
  fillAndEnter,
  makeAccount,
  newBrowser,
  newPage,
  signIn,
  storedSession,
} from './browser.ts'
import { answer } from './misbehaving-api.ts'
import { settled } from './settled.ts'

const place = (url: string) => {
  const { pathname, searchParams } = new URL(url)
  return { pathname, ...Object.fromEntries(searchParams) }
}

describe('a 401', () => {
  it('without a stored token leads to sign-in with the current path as next', async () => {
    const page = await newPage()
    await page.goto('/dashboard?from=mail')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(place(page.url())).toEqual({ pathname: '/signin', next: '/dashboard?from=mail' })
    expect(await page.getByText('expired').count()).toBe(0)
  })

  it('with a stored token clears it and says that the session expired; signing in leads back', async () => {
    expectFailures(401)
    const page = await newPage()
    const email = await makeAccount()
    await page.goto('/signin')
    await page.evaluate(() => localStorage.setItem('commonhold.session', '{"access_token":"stale"}'))
    await page.goto('/dashboard')
    await page.getByRole('status').getByText('Your session has expired').waitFor()
    expect(place(page.url())).toEqual({ pathname: '/signin', next: '/dashboard', expired: '1' })
    expect(await storedSession(page)).toBeNull()
    await fillAndEnter(page, email)
    await page.getByText(email).waitFor()
    expect(place(page.url())).toEqual({ pathname: '/dashboard' })
  })

  it('in the middle of work does the same, once, however many calls it hits', async () => {
    const page = await newPage()
    await signIn(page)
    await page.getByRole('heading', { name: 'Latest assets' }).waitFor()
    await answer(page, '/**', { status: 401, code: 'not_authenticated' })
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(frame.url()))
    await page.getByLabel('Show archived').click()
    await page.getByRole('status').getByText('Your session has expired').waitFor()
    await settled(page)
    expect(visited.map(place)).toEqual([{ pathname: '/signin', next: '/dashboard', expired: '1' }])
    expect(await storedSession(page)).toBeNull()
  })

  it('on the first load hits three calls and redirects once', async () => {
    const page = await newPage()
    await signIn(page)
    await answer(page, '/**', { status: 401, code: 'not_authenticated' })
    await page.reload()
    await page.getByRole('status').getByText('Your session has expired').waitFor()
    await settled(page)
    expect(place(page.url())).toEqual({ pathname: '/signin', next: '/dashboard', expired: '1' })
  })
})

it.each([403, 404, 409, 500, 503])('a %i leaves the session alone', async (status) => {
  const page = await newPage()
  await signIn(page)
  await answer(page, '/me', { status, code: 'other' })
  await page.reload()
  await page.getByRole('alert').getByText('Told by the test.').waitFor()
  expect(await storedSession(page)).not.toBeNull()
  expect(new URL(page.url()).pathname).toBe('/dashboard')
})

describe('the header', () => {
  it('shows sign-in and sign-up when signed out', async () => {
    const page = await newPage()
    for (const path of ['/signin', '/signup', '/forgot-password', '/signout']) {
      await page.goto(path)
      const nav = page.getByRole('navigation', { name: 'Account' })
      await nav.getByRole('link', { name: 'Sign in' }).waitFor()
      await expect.poll(() => nav.getByRole('link').allTextContents()).toEqual(['Sign in', 'Sign up'])
    }
  })

  it('shows sign-out when signed in', async () => {
    const page = await newPage()
    await signIn(page)
    const nav = page.getByRole('navigation', { name: 'Account' })
    await nav.getByRole('link', { name: 'Sign out' }).waitFor()
    await expect.poll(() => nav.getByRole('link').allTextContents()).toEqual(['Sign out'])
  })
})

describe('other tabs', () => {
  it('sign out together', async () => {
    const browser = await newBrowser()
    const one = await browser.newPage()
    await signIn(one)
    const other = await browser.newPage()
    await other.goto('/dashboard')
    await other.getByText('Signed in as').waitFor()
    await one.goto('/signout')
    await other.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(place(other.url())).toEqual({ pathname: '/signin', next: '/dashboard' })
    expect(await other.getByText('expired').count()).toBe(0)
  })

  it('show the user who signed in last', async () => {
    const browser = await newBrowser()
    const one = await browser.newPage()
    const first = await signIn(one)
    await one.getByText(first).waitFor()
    const second = await signIn(await browser.newPage())
    await one.getByText(second).waitFor()
    await one.getByText(first).waitFor({ state: 'detached' })
  })
})

describe('addresses', () => {
  it('begin at the home of the organisation in use, also after the sign-in that it asks for', async () => {
    expectFailures(401)
    const browser = await newBrowser()
    const first = await browser.newPage()
    const email = await signIn(first)
    const { id, slug } = await call(first, 'POST', '/tenants', { name: `North ${Date.now().toString(36)}` })
    await call(first, 'POST', '/me/current-tenant', { tenant_id: id })
    // The first tab keeps its organisation, so a new tab is opened.
    const page = await browser.newPage()
    await page.goto('/')
    await page.waitForURL(`**/t/${slug}`)
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    const elsewhere = await newPage()
    await elsewhere.goto('/')
    await elsewhere.waitForURL('**/signin?next=%2F')
    await fillAndEnter(elsewhere, email)
    await elsewhere.waitForURL(`**/t/${slug}`)
    await elsewhere.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    await call(elsewhere, 'POST', '/me/signout').catch(() => {})
    await elsewhere.goto('/')
    await elsewhere.waitForURL('**/signin?next=%2F&expired=1')
  })

  it('begin at the dashboard for somebody new, who may make an organisation first', async () => {
    const page = await newPage()
    await signIn(page)
    await page.goto('/')
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/dashboard')
    await page.getByRole('heading', { name: 'Create your organisation' }).waitFor()
    await page.getByRole('link', { name: 'Open Default' }).click()
    await page.waitForURL('**/t/default')
  })

  it('begin at the dashboard for somebody without an organisation', async () => {
    const page = await newPage()
    await signIn(page)
    await settled(page)
    const { id } = await call(page, 'GET', '/me')
    // The answer has no body that could be parsed.
    await call(page, 'DELETE', `/members/${id}`).catch(() => {})
    await page.goto('/')
    await page.getByRole('heading', { name: 'You belong to no organisation yet' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/dashboard')
  })

  it('that nobody knows say so', async () => {
    const page = await newPage()
    await page.goto('/no/such/page')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await expect.poll(() => page.title()).toBe('Page not found · Commonhold')
  })
})
