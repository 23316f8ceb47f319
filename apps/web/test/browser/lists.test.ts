import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { call } from './browser.ts'
import { pick } from './pick.ts'
import { makeIssue, row, stage, unique, violationsOf } from './work-stage.ts'

const phone = { width: 390, height: 800 }
const laptop = { width: 1280, height: 800 }
const LONG = 'The display in the second room of the new building stays black after the fire drill'

/** An assigned issue with a long title. */
async function longIssue(size: typeof phone, more: object = {}) {
  const scene = await stage({ viewport: size })
  const { id } = await call(scene.page, 'GET', '/me')
  const issue = await makeIssue(scene, { title: unique(LONG), assignee_id: id, ...more })
  return { ...scene, issue }
}

const heads = (page: Page) => page.getByRole('columnheader').allInnerTexts()

/** Pixels by which the list is wider than its visible part. */
const sideways = (page: Page) =>
  page.locator('.grid-scroll').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)

describe('a list on a phone', () => {
  it('has a card for each record: its name, then its status and who has it', async () => {
    const { page, home, issue } = await longIssue(phone)
    await page.goto(`${home}/issues`)
    const card = row(page, issue.key)
    const boxOf = async (what: Locator) => {
      const box = await what.boundingBox()
      if (!box) throw new Error(`${what} is not drawn`)
      expect(box.x + box.width).toBeLessThanOrEqual(phone.width)
      return box
    }
    const name = await boxOf(card.getByRole('link'))
    const marks = [await boxOf(card.getByRole('button')), await boxOf(card.getByText('Kim Okafor'))]
    for (const { y } of marks) expect(y).toBeGreaterThanOrEqual(name.y + name.height - 2)
    expect((await boxOf(card.getByText(issue.key))).y).toBeLessThan(name.y + name.height)
    expect(await sideways(page)).toBe(0)
    expect(await violationsOf(page)).toEqual([])
  })

  it('is worked as on a desk: by keys, by choosing rows, by a touch anywhere on a card', async () => {
    const scene = await longIssue(phone)
    const { page, home, issue } = scene
    const other = await makeIssue(scene)
    await page.goto(`${home}/issues?sort=number`)
    await row(page, other.key).waitFor()
    await page.keyboard.press('j')
    await page.locator('tr:focus-within', { hasText: issue.key }).waitFor()
    await page.keyboard.press('j')
    await page.locator('tr:focus-within', { hasText: other.key }).waitFor()
    await page.keyboard.press('x')
    await page.getByText('1 chosen').waitFor()
    await row(page, issue.key).getByRole('checkbox').check()
    await page.getByText('2 chosen').waitFor()
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await row(page, issue.key).getByRole('button').click()
    await page.getByRole('dialog', { name: `Move ${issue.key}` }).waitFor()
    await page.keyboard.press('Escape')
    await row(page, issue.key).click({ position: { x: 380, y: 50 } })
    await page.getByRole('heading', { level: 1, name: issue.title }).waitFor()
  })
})

describe('the order of a list on a phone', () => {
  const orderOf = (page: Page) => new URL(page.url()).searchParams.get('sort')

  it('is shown, and is chosen by keys among the columns, those that a card lacks too', async () => {
    const scene = await longIssue(phone, { due_date: '2031-02-01' })
    const { page, home, issue } = scene
    const sooner = await makeIssue(scene, { due_date: '2031-01-01' })
    const keysInOrder = () => page.locator('.grid tbody .code').allInnerTexts()
    await page.goto(`${home}/issues`)
    await row(page, issue.key).waitFor()
    await page.getByRole('button', { name: 'Sort: Opened' }).focus()
    await page.keyboard.press('ArrowDown')
    await page.locator('[role="menuitemradio"]:focus').waitFor()
    expect(await page.getByRole('menuitemradio').allInnerTexts()).toEqual([
      'Key',
      'Title',
      'Status',
      'Priority',
      'Due',
      'Opened',
    ])
    // A letter belongs to the menu while it is open, not to the rows.
    await page.keyboard.press('k')
    await page.locator('[role="menuitemradio"]:focus', { hasText: 'Key' }).waitFor()
    for (let at = 0; at < 4; at++) await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Sort: Due' }).waitFor()
    expect(orderOf(page)).toBe('due_date')
    await expect.poll(keysInOrder).toEqual([sooner.key, issue.key])
    const descending = page.getByRole('button', { name: 'Descending', pressed: false })
    await descending.click()
    await page.getByRole('button', { name: 'Descending', pressed: true }).waitFor()
    expect(orderOf(page)).toBe('-due_date')
    await expect.poll(keysInOrder).toEqual([issue.key, sooner.key])
    expect(await page.getByRole('columnheader', { name: 'Title' }).count()).toBe(1)
    expect(await violationsOf(page)).toEqual([])
  })

  it('is the usual one again when its column is chosen again', async () => {
    const { page, home, issue } = await longIssue({ width: 320, height: 640 })
    await page.goto(`${home}/issues?sort=-priority_level`)
    await row(page, issue.key).waitFor()
    expect(await sideways(page)).toBe(0)
    await page.getByRole('button', { name: 'Sort: Priority' }).click()
    await page.getByRole('menuitemradio', { name: 'Priority', checked: true }).click()
    await page.getByRole('button', { name: 'Sort: Opened' }).waitFor()
    expect(orderOf(page)).toBe(null)
  })
})

describe('a list on a laptop', () => {
  it('shows twenty records', async () => {
    const { page, home, issue } = await longIssue({ width: 1440, height: 900 })
    await page.goto(`${home}/issues`)
    await row(page, issue.key).waitFor()
    const heightOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => one.clientHeight)
    const room = (await heightOf('.grid-scroll')) - (await heightOf('.grid thead'))
    const { height = 0 } = (await row(page, issue.key).boundingBox()) ?? {}
    expect(room / height).toBeGreaterThanOrEqual(20)
  })

  it('leaves the room to the name, and leaves out what matters least', async () => {
    const { page, home, issue } = await longIssue(laptop)
    await page.goto(`${home}/issues`)
    const link = row(page, issue.key).getByRole('link')
    await link.waitFor()
    const rem = 16
    expect((await link.boundingBox())?.width).toBeGreaterThan(18 * rem)
    expect(await heads(page)).toEqual(['', 'Key', 'Title', 'Status', 'Priority', 'Assignee', 'Due'])
    await page.setViewportSize({ width: 1920, height: 1080 })
    await page.getByRole('columnheader', { name: 'Opened' }).waitFor()
    await page.setViewportSize({ width: 900, height: 800 })
    await page.getByRole('columnheader', { name: 'Due' }).waitFor({ state: 'detached' })
    expect(await heads(page)).toEqual(['', 'Key', 'Title', 'Status', 'Assignee'])
    expect(await sideways(page)).toBe(0)
  })

  it('shows a title of nearly sixty characters whole, and further columns only beside it', async () => {
    const title = 'Touch display in NUS, room 2306 reacts in the wrong place'
    const { page, home } = await longIssue(laptop, { title })
    const link = row(page, title).getByRole('link')
    const cut = () => link.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    await page.goto(`${home}/issues`)
    await link.waitFor()
    expect(await cut()).toBe(0)
    await page.setViewportSize({ width: 1400, height: 800 })
    await page.getByRole('columnheader', { name: 'Opened' }).waitFor()
    expect(await cut()).toBe(0)
  })

  it('keeps a column that one has asked for', async () => {
    const { page, home, issue } = await longIssue(laptop)
    await page.goto(`${home}/issues`)
    await row(page, issue.key).waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Reporter' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: 'Reporter' }).waitFor()
    await page.goto(`${home}/issues`)
    await page.getByRole('columnheader', { name: 'Reporter' }).waitFor()
  })

  it('shows the columns of a link that one was sent, and keeps the own choice', async () => {
    const { page, home, issue } = await longIssue(laptop)
    await page.goto(`${home}/issues?columns=reporter,due_date`)
    await row(page, issue.title).waitFor()
    const usual = ['', 'Key', 'Title', 'Status', 'Priority', 'Assignee', 'Due']
    expect(await heads(page)).toEqual(['', 'Title', 'Due', 'Reporter'])
    await page.goto(`${home}/issues?columns=-`)
    await row(page, issue.title).waitFor()
    expect(await heads(page)).toEqual(['', 'Title'])
    await page.goto(`${home}/issues`)
    await row(page, issue.title).waitFor()
    expect(await heads(page)).toEqual(usual)
  })

  it('shows the key, the title, the status and the assignee beside an issue', async () => {
    const { page, home, issue } = await longIssue({ width: 1920, height: 1080 })
    await page.goto(`${home}/issues?view=split&open=${issue.key}`)
    await row(page, issue.key).waitFor()
    expect(await heads(page)).toEqual(['', 'Key', 'Title', 'Status', 'Assignee'])
  })
})

describe('marks', () => {
  it.each([
    ['1280', laptop],
    ['390', phone],
  ])('are whole, however narrow their column is meant to be, at %s', async (_, size) => {
    const scene = await longIssue(size)
    const { page, home, issue } = scene
    const name = 'Before the lessons begin'
    const { key } = await call(page, 'POST', '/issue-priorities', { key: 'lessons', name, level: 1 })
    await call(page, 'PATCH', `/issues/${issue.id}`, { priority: key })
    await page.goto(`${home}/issues`)
    if (size === laptop) await row(page, issue.key).getByText(name, { exact: true }).waitFor()
    for (const mark of await page.locator('.grid :is(.status > span, td > .code)').all())
      expect(await mark.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })
})

describe('a record that was made', () => {
  it('has the way back to its list, without the form', async () => {
    const { page, home } = await longIssue(laptop)
    await page.goto(`${home}/projects`)
    await page.getByRole('button', { name: 'Add a project' }).click()
    const form = page.getByRole('form', { name: 'Add a project' })
    await form.getByLabel('Name').fill('Bicycles')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Bicycles' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor()
    await row(page, 'Bicycles').waitFor()
    expect(new URL(page.url()).search).toBe('')
    expect(await form.count()).toBe(0)
  })
})

describe('an empty list', () => {
  it('says what the thing is, and offers the first step as the one primary button', async () => {
    const { page, home } = await stage()
    const primary = page.locator('main .button.primary:visible')
    await page.goto(`${home}/assets`)
    await page.getByText('An asset is a thing that your organisation owns').waitFor()
    await page.getByRole('link', { name: 'Register a model first' }).click()
    await page.getByText('A model is a kind of asset').waitFor()
    expect(await primary.allInnerTexts()).toEqual(['Register a model'])
    const model = unique('ThinkPad')
    await call(page, 'POST', '/asset-models', { name: model, tracking_type: 'serialized' })
    await page.goto(`${home}/assets`)
    await page.locator('.empty-state').getByRole('button', { name: 'Register an asset' }).waitFor()
    expect(await primary.count()).toBe(1)
    await primary.click()
    const form = page.getByRole('form', { name: 'Register an asset' })
    await pick(form.getByRole('combobox', { name: 'Model' }), model)
    await form.getByLabel('Name', { exact: true }).fill('Loan laptop')
    await form.getByLabel('Serial number').fill(unique('PF'))
    await form.getByRole('button', { name: 'Register' }).click()
    await row(page, 'Loan laptop').waitFor()
    await expect
      .poll(() => page.locator('.page-head .button:focus').allInnerTexts())
      .toEqual(['Register an asset'])
  })

  it('says at home what will appear there, and how to begin', async () => {
    const { page, home } = await stage()
    await page.goto(home)
    const region = (name: string) => page.getByRole('region', { name })
    await region('Assets due back').getByRole('link', { name: 'Hand out assets' }).waitFor()
    await region('Assigned to me').getByRole('link', { name: 'See all open issues' }).waitFor()
    await region('Reported by me').getByRole('button', { name: 'Report an issue' }).click()
    await page.getByRole('form', { name: 'Project and type' }).waitFor()
  })
})
