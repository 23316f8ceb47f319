import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { call, expectFailures, web } from './browser.ts'
import { answer } from './misbehaving-api.ts'
import { pick } from './pick.ts'
import { makeIssue, type Stage, stage, unique } from './work-stage.ts'

/** An asset on a new stage; of a countable model it has ten pieces at a place. */
async function assetStage(tracking_type: 'serialized' | 'countable') {
  const scene = await stage()
  const { page } = scene
  const model = await call(page, 'POST', '/asset-models', { name: unique('Model'), tracking_type })
  const type = await call(page, 'POST', '/location-types', { name: unique('Room') })
  const location = await call(page, 'POST', '/locations', { name: unique('Store'), type_id: type.id })
  const asset = await call(page, 'POST', '/assets', {
    model_id: model.id,
    name: unique('Device'),
    location_id: location.id,
    ...(tracking_type === 'countable' ? { quantity: 10 } : { serial_number: unique('S') }),
  })
  const open = async () => {
    await page.goto(`${scene.home}/assets/${asset.id}`)
    await page.getByRole('heading', { level: 1, name: asset.name }).waitFor()
  }
  const begin = async (move: string) => {
    await page.getByRole('button', { name: `More for ${asset.name}` }).click()
    await page.getByRole('menuitem', { name: move }).click()
    return page.getByRole('dialog', { name: `${move}: ${asset.name}` })
  }
  return { ...scene, asset, location, open, begin }
}

describe('a move', () => {
  it('keeps its dialog while it is sent, so that a refusal is seen', async () => {
    expectFailures(409)
    const { page, open, begin } = await assetStage('serialized')
    await open()
    const dialog = await begin('Retire')
    let refuse = () => {}
    await page.route('**/retire', async (route) => {
      await new Promise<void>((resolve) => {
        refuse = resolve
      })
      await route.fulfill({
        status: 409,
        headers: { 'access-control-allow-origin': '*', 'content-type': 'application/problem+json' },
        body: JSON.stringify({
          status: 409,
          code: 'invalid_transition',
          title: 'Not now',
          detail: 'Not now',
        }),
      })
    })
    await dialog.getByRole('button', { name: 'Retire' }).click()
    await dialog.getByRole('button', { name: 'Working…' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    refuse()
    await dialog.getByRole('alert').getByText(/./).first().waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('counts once where it is sent again because no answer came', async () => {
    expectFailures('no answer')
    const { page, asset, location, open, begin } = await assetStage('countable')
    await open()
    const dialog = await begin('Bring in more')
    await pick(dialog.getByRole('combobox', { name: 'Where they are put' }), location.name)
    await dialog.getByLabel('New pieces').fill('40')
    await page.route(
      '**/asset-circulations',
      async (route) => {
        await route.fetch()
        await route.abort('timedout')
      },
      { times: 1 },
    )
    const send = dialog.getByRole('button', { name: 'Bring in more' })
    await send.click()
    await dialog.getByRole('alert').getByText(/./).first().waitFor()
    await send.click()
    await dialog.waitFor({ state: 'detached' })
    expect((await call(page, 'GET', `/assets/${asset.id}`)).quantity).toBe(50)
  })

  it('asks first where it ends what is handed out', async () => {
    const { page, asset, open, begin } = await assetStage('serialized')
    const identity = { first_name: 'Hal', last_name: unique('Lindqvist') }
    const person = await call(page, 'POST', '/persons', { identity })
    await call(page, 'POST', `/assets/${asset.id}/assignments`, { person_id: person.id })
    await open()
    await page.getByRole('button', { name: 'Take back' }).waitFor()
    const dialog = await begin('Archive')
    await dialog.getByText('It is handed out. This ends the assignment, and cannot be undone.').waitFor()
    await dialog.getByRole('button', { name: 'Archive' }).click()
    await page.getByText(`${asset.name} was archived.`).waitFor()
  })
})

const comment = (page: Page) =>
  page.getByRole('form', { name: 'New comment' }).getByLabel('Comment', { exact: true })

describe('the page of an issue', () => {
  /** Two issues with a link between them. */
  async function linked(scene: Stage) {
    const { page } = scene
    const [one, other] = [await makeIssue(scene), await makeIssue(scene)]
    const [type] = await call(page, 'GET', '/issue-link-types')
    await call(page, 'POST', `/issues/${one.id}/links`, { linked_issue_id: other.id, link_type: type.key })
    return { one, other }
  }

  it('begins anew with another issue, also where that was read before', async () => {
    const scene = await stage()
    const { page, home } = scene
    const { one, other } = await linked(scene)
    await page.goto(`${home}/issues/${one.key}`)
    await page.getByRole('link', { name: other.title }).click()
    await page.getByRole('heading', { level: 1, name: other.title }).waitFor()
    await comment(page).fill('For the other one')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: one.title }).waitFor()
    expect(await comment(page).inputValue()).toBe('')
  })

  it('says what could not be read of it', async () => {
    const scene = await stage()
    const { page, home } = scene
    const { one } = await linked(scene)
    await answer(page, `/issues/${one.id}/links?**`, { status: 503, code: 'unavailable' })
    await page.goto(`${home}/issues/${one.key}`)
    await page.getByRole('region', { name: 'Links' }).getByText('The service is busy.').waitFor()
  })

  it('forgets a change of a comment that was cancelled', async () => {
    const scene = await stage()
    const { page, home } = scene
    const { id, key } = await makeIssue(scene)
    await call(page, 'POST', `/issues/${id}/comments`, { body: 'As it was' })
    await page.goto(`${home}/issues/${key}`)
    const change = page.getByRole('form', { name: 'Change the comment' })
    const begin = page.getByRole('button', { name: 'Edit comment' })
    await begin.click()
    await change.getByLabel('Changed comment').fill('Something else')
    await change.getByRole('button', { name: 'Cancel' }).click()
    await begin.click()
    expect(await change.getByLabel('Changed comment').inputValue()).toBe('As it was')
  })
})

it('a tab whose organisation was archived shows that, and no other organisation under its name', async () => {
  expectFailures(409, 403)
  const { page, home } = await stage()
  const other = await call(page, 'POST', '/tenants', { name: unique('South') })
  await page.goto(home)
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  const tenants = await call(page, 'GET', '/me/tenants')
  const own = tenants.find(({ slug }: { slug: string }) => `/t/${slug}` === home)
  await call(page, 'POST', `/tenants/${own.id}/archive`, {})
  // The page may learn of it before, from the request that waits for events. Then the link is gone.
  const people = page.getByRole('link', { name: 'People', exact: true })
  await people.click({ timeout: 5_000 }).catch(() => {})
  await page.getByRole('heading', { level: 1, name: 'No such organisation' }).waitFor()
  expect(new URL(page.url()).origin).toBe(web)
  expect(other.slug).not.toBe(own.slug)
})
