import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { call, newPage, signIn } from './browser.ts'

const form = (page: Page, name: string) => page.getByRole('form', { name, exact: true })
const list = (page: Page) => page.getByRole('region', { name: 'Issues', exact: true })

/** Creates an issue on the page, and opens it. */
async function openNew(page: Page, title: string, type = 'Task') {
  await form(page, 'New issue').getByLabel('Title').fill(title)
  await form(page, 'New issue').getByLabel('Type').selectOption({ label: type })
  await page.getByRole('button', { name: 'Create issue' }).click()
  await list(page).getByRole('link', { name: title }).click()
  await page.getByRole('heading', { name: title, level: 2 }).waitFor()
}

describe('/dashboard/issues', () => {
  it('moves an issue as its workflow allows, and tells what was done', async () => {
    const page = await newPage()
    await signIn(page)
    await page.getByRole('link', { name: 'Issues' }).click()
    await openNew(page, 'Mend the projector')
    const card = page.getByRole('region', { name: 'Mend the projector' })
    await card.getByText('To do', { exact: true }).waitFor()
    await card.getByRole('button', { name: /start/i }).waitFor()
    const moves = await card.getByRole('button').allTextContents()
    expect(moves.length).toBeGreaterThan(1)
    expect(moves.join()).not.toMatch(/resolve/i)
    await card.getByRole('button', { name: /start/i }).click()
    await page.getByRole('status').getByText('In progress').waitFor()
    await card.getByText('In progress', { exact: true }).waitFor()
    await page
      .getByRole('region', { name: 'Activity' })
      .getByText(/Status: from .* to /)
      .first()
      .waitFor()
  })

  it('asks for what a move needs, and does nothing without it', async () => {
    const page = await newPage()
    await signIn(page)
    await page.goto('/dashboard/issues')
    await openNew(page, 'No network in room 12', 'Incident')
    const card = page.getByRole('region', { name: 'No network in room 12' })
    await card.getByRole('button', { name: /start/i }).click()
    await card.getByText('In progress', { exact: true }).waitFor()
    await card
      .getByRole('button', { name: /resolve/i })
      .first()
      .click()
    const asked = card.getByRole('form')
    await asked.getByRole('button').click()
    await asked.getByText('This move requires a value.').first().waitFor()
    await asked.getByLabel('Resolution notes').fill('A new cable')
    await asked.getByRole('button').click()
    await card.getByText('Resolved', { exact: true }).waitFor()
  })

  it('says why a move is not possible now', async () => {
    const page = await newPage()
    await signIn(page)
    await page.goto('/dashboard/issues')
    await openNew(page, 'Move house')
    const id = new URL(page.url()).searchParams.get('issue') ?? ''
    await call(page, 'POST', '/issues', { title: 'Pack the boxes', parent_id: id })
    await call(page, 'POST', `/issues/${id}/transition`, { to_status: 'in_progress' })
    await page.reload()
    await page
      .getByText(/not now \(some of its parts are open\)/)
      .first()
      .waitFor()
  })

  it('lets an approver vote, and tells who voted how', async () => {
    const [page, other] = [await newPage(), await newPage()]
    await signIn(page)
    await signIn(other)
    const approver = await call(page, 'GET', '/me')
    const { id } = await call(other, 'POST', '/issues', {
      issue_type: 'change',
      title: 'Swap the core switch',
      details: { change_type: 'emergency', approver_ids: [approver.id] },
    })
    await call(other, 'POST', `/issues/${id}/transition`, { to_status: 'authorize' })
    await page.goto(`/dashboard/issues?issue=${id}`)
    const vote = page.getByRole('region', { name: 'Your vote' })
    await vote.getByLabel('Reason').fill('Sound plan')
    await vote.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('region', { name: 'Activity' }).getByText('Approved: Sound plan').waitFor()
    await vote.waitFor({ state: 'detached' })
    expect((await call(page, 'GET', `/issues/${id}`)).details.approval_status).toBe('approved')
  })

  it('asks no vote of whoever created the issue, and says why', async () => {
    const [page, other] = [await newPage(), await newPage()]
    await signIn(page)
    await signIn(other)
    const approvers = [await call(page, 'GET', '/me'), await call(other, 'GET', '/me')]
    const { id } = await call(page, 'POST', '/issues', {
      issue_type: 'change',
      title: 'Swap the core switch',
      details: { change_type: 'emergency', approver_ids: approvers.map((approver) => approver.id) },
    })
    await call(page, 'POST', `/issues/${id}/transition`, { to_status: 'authorize' })
    await page.goto(`/dashboard/issues?issue=${id}`)
    await page.getByText('You cannot vote: you created this, you are or were its reporter.').waitFor()
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  })

  it('lists by the filters and orders of the service', async () => {
    const page = await newPage()
    await signIn(page)
    const me = await call(page, 'GET', '/me')
    for (const [title, priority, due_date] of [
      ['Sooner', 'low', '2026-01-01'],
      ['Later', 'critical', '2027-01-01'],
    ])
      await call(page, 'POST', '/issues', { title, priority, due_date, assignee_id: me.id })
    await call(page, 'POST', '/issues', { title: 'Somebody should', description: 'paint the fence' })
    await page.goto('/dashboard/issues')
    const titles = () => list(page).getByRole('listitem').getByRole('link').allTextContents()
    await page.getByLabel('Order').selectOption({ label: 'Due first' })
    await expect.poll(titles).toEqual(['Sooner', 'Later'])
    await page.getByLabel('Order').selectOption({ label: 'Most urgent first' })
    await expect.poll(titles).toEqual(['Later', 'Sooner'])
    await page.getByLabel('Show').selectOption({ label: 'Reported by me' })
    await page.getByLabel('Words').fill('fence')
    await page.keyboard.press('Enter')
    await expect.poll(titles).toEqual(['Somebody should'])
    await page.getByLabel('State').selectOption({ label: 'Closed' })
    await page.getByText('No issues match.').waitFor()
  })

  it('lists the project that is selected, and adds to it', async () => {
    const page = await newPage()
    await signIn(page)
    const project = await call(page, 'POST', '/projects', { name: `Move ${Date.now().toString(36)}` })
    await page.goto('/dashboard/issues')
    await page.getByLabel('Show').selectOption({ label: 'The selected project' })
    await page.getByLabel('Project').selectOption({ label: project.name })
    await page.getByText('No issues match.').waitFor()
    await form(page, 'New issue').getByLabel('Title').fill('Hire a van')
    await page.keyboard.press('Enter')
    await list(page).getByText(`${project.key}-1`).waitFor()
  })

  it('asks once who is signed in, and anew for nothing else when the selected project changes', async () => {
    const page = await newPage()
    await signIn(page)
    const project = await call(page, 'POST', '/projects', { name: `Well ${Date.now().toString(36)}` })
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'GET') asked.push(new URL(request.url()).pathname)
    })
    const askedFor = (path: string) => asked.filter((one) => one === path).length
    await page.goto('/dashboard/issues')
    await page.getByText('No issues match.').waitFor()
    await expect.poll(() => [askedFor('/me'), askedFor('/me/preferences')]).toEqual([1, 1])
    await page.getByLabel('Show').selectOption({ label: 'The selected project' })
    await page.getByLabel('Project').selectOption({ label: project.name })
    await expect.poll(() => page.getByLabel('Project').inputValue()).toBe(project.id)
    expect(askedFor('/me/preferences')).toBe(1)
  })

  it('takes a comment', async () => {
    const page = await newPage()
    await signIn(page)
    await page.goto('/dashboard/issues')
    await openNew(page, 'Paint the fence')
    await form(page, 'Comment').getByLabel('Comment').fill('Green, as before')
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: 'Activity' }).getByText('Green, as before').waitFor()
  })

  it('shows a comment that was added while the earlier ones were on their way', async () => {
    const page = await newPage()
    await signIn(page)
    await page.goto('/dashboard/issues')
    const added = Promise.withResolvers<void>()
    let asked = 0
    await page.route(/\/issues\/\w+\/(comments|activity)\?/, async (route) => {
      asked += 1
      const isEarly = asked <= 2
      const response = await route.fetch()
      if (isEarly) await added.promise
      // The page may have cancelled the request.
      await route.fulfill({ response }).catch(() => {})
    })
    await openNew(page, 'Paint the gate')
    await expect.poll(() => asked).toBe(2)
    await form(page, 'Comment').getByLabel('Comment').fill('Blue, for once')
    const [reply] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      page.keyboard.press('Enter'),
    ])
    await reply.finished()
    added.resolve()
    await page.getByRole('region', { name: 'Activity' }).getByText('Blue, for once').waitFor()
  })
})
