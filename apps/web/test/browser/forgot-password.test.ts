import { describe, expect, it } from 'vitest'
import { makeAccount, newEmail, newPage } from './browser.ts'
import { unplug } from './misbehaving-api.ts'

describe('/forgot-password', () => {
  it('is reached from sign-in with the email carried over, and leads back with it', async () => {
    const page = await newPage()
    await page.goto('/signin')
    await page.getByLabel('Email', { exact: true }).fill('ada@example.org')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('ada@example.org')
    await page.getByRole('link', { name: 'Back to sign in' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('ada@example.org')
  })

  it('shows the same generic message whether or not there is an account', async () => {
    const texts: (string | null)[] = []
    for (const email of [await makeAccount(), newEmail()]) {
      const page = await newPage()
      await page.goto('/forgot-password')
      const sent = page.waitForRequest((request) => request.method() === 'POST')
      await page.getByLabel('Email', { exact: true }).fill(email)
      await page.keyboard.press('Enter')
      await page.getByRole('status').getByText('If an account exists').waitFor()
      texts.push(await page.getByRole('main').textContent())
      expect(new URL((await sent).url()).pathname).toBe('/auth/forgot-password')
      expect((await sent).postDataJSON()).toEqual({ email })
    }
    expect(texts[0]).toBe(texts[1])
  })

  it('says so when the service cannot be reached', async () => {
    const page = await newPage()
    await page.goto('/forgot-password')
    await unplug(page)
    await page.getByLabel('Email', { exact: true }).fill('ada@example.org')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('cannot be reached').waitFor()
  })
})
