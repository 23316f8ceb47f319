import { describe, expect, it } from 'vitest'
import { fillAndEnter, newEmail, newPage, signIn, storedSession } from './browser.ts'
import { foreignBodies, intercept } from './misbehaving-api.ts'

describe.each(foreignBodies)('an answer of a gateway with %s', (_, contentType, body) => {
  it('is an expired session when it is a 401, on the first load and in the middle of work', async () => {
    const page = await newPage()
    const email = await signIn(page)
    await intercept(page, '/**', 401, contentType, body)
    await page.reload()
    await page.getByRole('status').getByText('Your session has expired').waitFor()
    const { pathname, searchParams } = new URL(page.url())
    expect([pathname, ...searchParams]).toEqual(['/signin', ['next', '/dashboard'], ['expired', '1']])
    expect(await storedSession(page)).toBeNull()

    await page.unrouteAll()
    await fillAndEnter(page, email)
    await page.getByRole('heading', { name: 'Latest assets' }).waitFor()
    await intercept(page, '/assets?**', 401, contentType, body)
    await page.getByLabel('Show archived').click()
    await page.getByRole('status').getByText('Your session has expired').waitFor()
    expect(await storedSession(page)).toBeNull()
  })

  it('says what is wrong when it is the 401 of a sign-in', async () => {
    const page = await newPage()
    await intercept(page, '/auth/token', 401, contentType, body)
    await page.goto('/signin?next=%2Fdashboard')
    await fillAndEnter(page, newEmail())
    await page.getByRole('alert').getByText('The email or the password is wrong.').waitFor()
    expect(new URL(page.url()).search).toBe('?next=%2Fdashboard')
  })

  it('says how to go on when it is the 409 of a sign-up', async () => {
    const page = await newPage()
    await intercept(page, '/users', 409, contentType, body)
    await page.goto('/signup')
    await fillAndEnter(page, newEmail())
    await page.getByText('There is an account with this email already.').waitFor()
    await page.getByText('This email is in use.').waitFor()
    await page.getByRole('button', { name: 'use another email' }).waitFor()
  })
})
