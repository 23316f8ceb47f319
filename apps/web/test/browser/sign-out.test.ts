import { describe, expect, it } from 'vitest'
import { ask } from './ask.ts'
import { api, newPage, signIn, storedSession } from './browser.ts'
import { hang, unplug } from './misbehaving-api.ts'

const tokenOf = (stored: string | null): string => JSON.parse(stored ?? '{}').access_token

describe('/signout', () => {
  it('clears the token on load, ends the session, and says so once', async () => {
    const page = await newPage()
    await signIn(page)
    const token = tokenOf(await storedSession(page))
    const me = () => ask(`${api}/me`, { headers: { authorization: `Bearer ${token}` } })
    expect((await me()).status).toBe(200)

    const revoked = page.waitForRequest(
      (request) => request.url().endsWith('/me/signout') && request.method() === 'POST',
    )
    await page.getByRole('link', { name: 'Sign out' }).click()
    await page.getByText('You are signed out').waitFor()
    expect(await page.getByText('You are signed out').count()).toBe(1)
    expect(await storedSession(page)).toBeNull()
    expect((await revoked).headers()).toMatchObject({
      authorization: `Bearer ${token}`,
      'x-api-version': 'v1',
    })
    // The page does not wait for the end of the session, so the test has to.
    await expect.poll(async () => (await me()).status).toBe(401)
  })

  it.each([
    ['does not answer', hang],
    ['cannot be reached', unplug],
  ] as const)('clears the token and confirms while the service %s', async (_, misbehave) => {
    const page = await newPage()
    await signIn(page)
    await misbehave(page, '/me/signout')
    // No request times out, so anything that waits for the answer waits forever.
    await page.addInitScript(() => {
      AbortSignal.timeout = () => new AbortController().signal
    })
    await page.goto('/signout')
    await page.getByText('You are signed out').waitFor()
    expect(await storedSession(page)).toBeNull()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it('confirms likewise when nobody was signed in, and asks the service only who may sign up', async () => {
    const page = await newPage()
    const sent: string[] = []
    page.on('request', (request) => request.url().startsWith(api) && sent.push(request.url()))
    await page.goto('/signout')
    await page.getByText('You are signed out').waitFor()
    expect(sent.filter((url) => url !== `${api}/auth/sign-up`)).toEqual([])
  })

  it('shows nothing of the former user to the next one', async () => {
    const page = await newPage()
    const former = await signIn(page)
    await page.getByText(former).waitFor()
    await page.getByRole('link', { name: 'Sign out' }).click()
    await page.getByText('You are signed out').waitFor()
    await hang(page, '/me')
    await signIn(page)
    expect(await page.getByText(former).count()).toBe(0)
  })
})
