import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { call, makeAccount, newPage, PATIENCE_MS, signIn, web } from './browser.ts'
import { codeVideo } from './code-video.ts'
import { violationsOf } from './work-stage.ts'

/** An owner of a new organisation, and an asset that is assigned to a person. */
async function stage(page: Page, email?: string) {
  await signIn(page, email)
  const tenant = await call(page, 'POST', '/tenants', { name: `North ${Date.now().toString(36)}` })
  await call(page, 'POST', '/me/current-tenant', { tenant_id: tenant.id })
  const model = await call(page, 'POST', '/asset-models', { name: 'ThinkPad', tracking_type: 'serialized' })
  const asset = await call(page, 'POST', '/assets', {
    model_id: model.id,
    name: 'Laptop 7',
    serial_number: '7',
  })
  const identity = { first_name: 'Ada', last_name: 'Keller' }
  const person = await call(page, 'POST', '/persons', { identity })
  await call(page, 'POST', `/assets/${asset.id}/assignments`, { person_id: person.id })
  return { home: `/t/${tenant.slug}`, asset }
}

/** A page in a Chromium whose camera shows a video of a code, and the errors on its console. */
async function pageWithCamera(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'commonhold-camera-'))
  const film = join(folder, 'code.y4m')
  await writeFile(film, codeVideo(text))
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--use-fake-device-for-media-stream',
      // A headless browser cannot ask the user.
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })
  const context = await browser.newContext({ baseURL: web, locale: 'en-GB', permissions: ['camera'] })
  context.setDefaultTimeout(2 * PATIENCE_MS)
  const errors: string[] = []
  context.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  context.on('weberror', (error) => errors.push(`${error.error()}`))
  const close = async () => {
    await browser.close()
    await rm(folder, { recursive: true })
  }
  return { page: await context.newPage(), errors, close }
}

describe('a camera', () => {
  it('reads the code of a label, and the keyboard goes on working', async () => {
    const email = await makeAccount()
    const { home, asset } = await stage(await newPage(), email)
    const { page, errors, close } = await pageWithCamera(`${web}${home}/assets/${asset.id}`)
    try {
      await signIn(page, email)
      // The document of this address allows no camera. Pressing the button loads a document that does.
      await page.goto(`${home}/assets`)
      await page.getByRole('link', { name: 'Scan', exact: true }).click()
      await page.getByRole('link', { name: 'Take back' }).click()
      await page.getByRole('button', { name: 'Use the camera' }).click()
      await page.getByText('Laptop 7 is back from Ada Keller, who has nothing else.').waitFor()
      await page.getByText('Hold a code in front of the camera.').waitFor()
      expect(await violationsOf(page)).toEqual([])
      await page.getByLabel('Scan or type').fill('d')
      await page.keyboard.press('Enter')
      await page.getByText('A repair of Laptop 7 was opened.').waitFor()
      await expect.poll(() => page.getByRole('list', { name: 'Scans' }).getByRole('listitem').count()).toBe(2)
      await page.getByRole('button', { name: 'Close the camera' }).click()
      await page.getByRole('button', { name: 'Use the camera' }).waitFor()
      expect(errors).toEqual([])
    } finally {
      await close()
    }
  })

  it.each([
    ['refused', 'NotAllowedError', 'The camera is blocked.'],
    ['missing', undefined, 'No camera was found.'],
  ])('that is %s leaves the keyboard, and says what to do', async (_, refusal, sentence) => {
    const page = await newPage({ permissions: ['camera'] })
    // The error of a browser whose user has denied the permission.
    await page.addInitScript((name) => {
      if (name)
        navigator.mediaDevices.getUserMedia = () =>
          Promise.reject(new DOMException('Permission denied', name))
    }, refusal)
    const { home, asset } = await stage(page)
    await page.goto(`${home}/scan/return`)
    await page.getByRole('button', { name: 'Use the camera' }).click()
    await page.getByRole('alert').getByText(sentence).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.getByLabel('Scan or type').fill(asset.asset_tag)
    await page.keyboard.press('Enter')
    await page.getByText('Laptop 7 is back from Ada Keller').waitFor()
  })
})
