import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { call, expectFailures, newEmail, newPage, PASSWORD, signIn } from './browser.ts'
import { hang, inPagesOfTwo } from './misbehaving-api.ts'
import { pick } from './pick.ts'
import { settled } from './settled.ts'
import { makeIssue, row, stage, typeAndChoose, unique, violationsOf } from './work-stage.ts'

/** Begins to drag an element with the mouse, and holds it over another one. */
async function dragOver(page: Page, from: Locator, to: Locator) {
  await from.hover()
  await page.mouse.down()
  // The browser reports no position for the movement that begins the drag.
  await from.hover({ position: { x: 30, y: 30 } })
  await to.hover({ position: { x: 40, y: 40 } })
}

/** Ticks the row of an issue, as soon as an earlier choice of it is cleared. */
async function choose(page: Page, key: string) {
  const box = row(page, key).getByRole('checkbox')
  await expect.poll(() => box.isChecked()).toBe(false)
  await box.check()
}

describe('the screens of issues', () => {
  it('assign the issue that the keys reached, however fast they come', async () => {
    const scene = await stage()
    const { page, home } = scene
    const made = [await makeIssue(scene), await makeIssue(scene), await makeIssue(scene)]
    await page.goto(`${home}/issues?sort=number`)
    await row(page, made[2]?.key ?? '').waitFor()
    await settled(page)
    // All keys before the page renders again.
    await page.evaluate(async () => {
      for (const key of ['j', 'j', 'j', 'a']) {
        const pressed = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
        document.activeElement?.dispatchEvent(pressed)
        await Promise.resolve()
      }
    })
    await page.getByRole('dialog', { name: `Assign ${made[2]?.key}` }).waitFor()
  })

  it('create an issue by the screen of its type, and show it on its page', async () => {
    const { page, home } = await stage()
    const off = { key: 'whenever', name: 'Whenever', level: 9, is_active: false }
    await call(page, 'POST', '/issue-priorities', off)
    await page.goto(`${home}/issues`)
    await page.getByRole('heading', { name: 'No open issues' }).waitFor()
    await settled(page)
    await page.keyboard.press('c')
    const choice = page.getByRole('form', { name: 'Project and type' })
    await choice.getByLabel('Project').selectOption({ label: 'Service desk' })
    await choice.getByLabel('Type').selectOption({ label: 'Incident' })
    await choice.getByRole('button', { name: 'Next' }).click()
    const form = page.getByRole('form', { name: 'New issue: Incident' })
    const title = unique('No network in A 12')
    await form.getByLabel('Title').fill(title)
    await form.getByLabel('Description').fill('Since nine.\nSee https://status.example.org/a12')
    await form.getByLabel('Impact').selectOption('high')
    await form.getByLabel('Urgency').selectOption('critical')
    const priority = form.getByLabel('Priority')
    expect(await priority.getByRole('option').allInnerTexts()).toEqual([
      '–',
      'Critical',
      'High',
      'Medium',
      'Low',
    ])
    await form.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/\/issues\/SD-\d+$/)
    // Impact and urgency gave the priority.
    await page.getByRole('button', { name: 'Priority Critical' }).waitFor()
    await page.getByRole('region', { name: 'Details' }).getByText('High').waitFor()
    const link = page.getByRole('link', { name: 'https://status.example.org/a12' })
    expect(await link.getAttribute('rel')).toContain('noreferrer')
  })

  it('ask for the project of a new issue, unless the list is narrowed to one or one was used last', async () => {
    const { page, home, project } = await stage()
    const open = async (view: string) => {
      await page.goto(`${home}/issues${view}`)
      await page.getByRole('heading', { level: 1, name: 'Issues' }).waitFor()
      await settled(page)
      await page.keyboard.press('c')
      await choice.waitFor()
    }
    const choice = page.getByRole('form', { name: 'Project and type' })
    const chosen = choice.getByLabel('Project', { exact: true })
    await open('')
    expect(await chosen.inputValue()).toBe('')
    await choice.getByRole('button', { name: 'Next' }).click()
    await choice.getByText('Choose a project.').waitFor()
    await open(`?project_id=${project.id}`)
    expect(await chosen.inputValue()).toBe(project.id)
    await choice.getByLabel('Type').selectOption({ label: 'Task' })
    await choice.getByRole('button', { name: 'Next' }).click()
    const form = page.getByRole('form', { name: 'New issue: Task' })
    await form.getByLabel('Title').fill(unique('Water the plants'))
    await form.getByRole('button', { name: 'Create' }).click()
    await page.getByText('was created.').waitFor()
    await open('')
    expect(await chosen.inputValue()).toBe(project.id)
  })

  it('offer what comes next on the page of an issue, and keep what calls it off in the menu', async () => {
    const scene = await stage()
    const { page, home } = scene
    const issue = await makeIssue(scene)
    await page.goto(`${home}/issues/${issue.key}`)
    const next = page.locator('.page-head .button.primary')
    await next.waitFor()
    expect(await next.allInnerTexts()).toEqual(['Start'])
    expect(await page.getByRole('button', { name: 'Cancel', exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: `More for ${issue.key}` }).click()
    await page.getByRole('menuitem', { name: 'Cancel' }).waitFor()
    await page.keyboard.press('Escape')
    await next.click()
    await page.getByText(`${issue.key} is now “In progress”.`).waitFor()
    const request = await makeIssue(scene, { issue_type: 'service_request' })
    await call(page, 'POST', `/issues/${request.id}/transition`, { to_status: 'in_progress' })
    await page.goto(`${home}/issues/${request.key}`)
    await next.waitFor()
    expect(await next.allInnerTexts()).toEqual(['Resolve'])
  })

  it('return to the row when the form of a move is closed', async () => {
    const scene = await stage()
    const { page, home } = scene
    const issue = await makeIssue(scene, { issue_type: 'incident' })
    await call(page, 'POST', `/issues/${issue.id}/transition`, { to_status: 'in_progress' })
    await page.goto(`${home}/issues?view=split&sort=number`)
    await row(page, issue.key).waitFor()
    await settled(page)
    await page.keyboard.press('j')
    await row(page, issue.key).locator(':focus').waitFor()
    await page.keyboard.press('m')
    await typeAndChoose(page, 'resolve', /^Resolve/)
    await page.getByRole('form', { name: 'Resolve' }).waitFor()
    await page.keyboard.press('Escape')
    await row(page, issue.key).locator(':focus').waitFor()
  })

  it('open by a click in the split view of a screen that is too narrow for it', async () => {
    const scene = await stage({ viewport: { width: 800, height: 800 } })
    const { page, home } = scene
    const issue = await makeIssue(scene)
    await page.goto(`${home}/issues?view=split`)
    await page.getByRole('link', { name: issue.title }).click()
    await page.waitForURL(`**${home}/issues/${issue.key}`)
  })

  it('are on the page of their project while they are open', async () => {
    const scene = await stage()
    const { page, home, project } = scene
    const [open, shut] = [await makeIssue(scene), await makeIssue(scene)]
    for (const to_status of ['in_progress', 'resolved', 'closed'])
      await call(page, 'POST', `/issues/${shut.id}/transition`, { to_status })
    await page.goto(`${home}/projects/${project.id}`)
    const section = page.getByRole('region', { name: 'Open issues' })
    await section.getByRole('link', { name: open.title }).waitFor()
    expect(await section.getByRole('listitem').count()).toBe(1)
  })

  it('make the only move that there is by typing a part of its name', async () => {
    const scene = await stage()
    const { page, home } = scene
    const issue = await makeIssue(scene)
    for (const to_status of ['in_progress', 'resolved', 'closed'])
      await call(page, 'POST', `/issues/${issue.id}/transition`, { to_status })
    expect(await call(page, 'GET', `/issues/${issue.id}/transitions`)).toHaveLength(1)
    await page.goto(`${home}/issues?is_closed=true`)
    await row(page, issue.key).getByRole('link').focus()
    await page.keyboard.press('m')
    await typeAndChoose(page, 're', /^Reopen/)
    await page.getByRole('alertdialog').getByText('is now').waitFor()
  })

  it('work on the page of an issue: priority, labels, comments, links, watching', async () => {
    const scene = await stage()
    const { page, home } = scene
    const [issue, other] = [await makeIssue(scene), await makeIssue(scene)]
    await page.goto(`${home}/issues/${issue.key}`)
    await page.getByRole('heading', { level: 1, name: issue.title }).waitFor()
    await page.getByRole('button', { name: /^Priority/ }).click()
    await page.getByRole('menuitem', { name: 'High' }).click()
    await page.getByText('The priority was changed.').waitFor()
    await page.getByRole('button', { name: 'Priority High' }).waitFor()
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.click()
    await page.getByText('Undone.').waitFor()
    expect(await call(page, 'GET', `/issues/${issue.id}`)).toMatchObject({ priority: issue.priority })
    await page.getByRole('button', { name: /^Priority/ }).click()
    await page.getByRole('menuitem', { name: 'High' }).click()
    await page.getByRole('button', { name: 'Priority High' }).waitFor()
    // The reload removes the messages with their Undo buttons.
    await page.reload()
    await page.getByRole('button', { name: 'Change labels' }).click()
    await page.getByRole('textbox', { name: 'Labels' }).fill('printer, floor 2')
    await page.keyboard.press('Enter')
    await page.getByText('floor 2', { exact: true }).waitFor()
    const comments = page.getByRole('region', { name: 'Comments' })
    await comments.getByLabel('Comment', { exact: true }).fill('Only for us')
    await comments.getByLabel(/^Internal/).check()
    await comments.getByRole('button', { name: 'Comment', exact: true }).click()
    await comments.getByRole('listitem').getByText('Internal').waitFor()
    await comments.getByRole('button', { name: 'Edit comment' }).click()
    await comments.getByLabel('Changed comment').fill('For everybody')
    const change = comments.getByRole('form', { name: 'Change the comment' })
    await change.getByLabel(/^Internal/).uncheck()
    await change.getByRole('button', { name: 'Save' }).click()
    await comments.getByRole('listitem').getByText('For everybody').waitFor()
    expect(await call(page, 'GET', `/issues/${issue.id}/comments`)).toMatchObject([{ visibility: 'public' }])
    await comments.getByRole('button', { name: 'Delete comment' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete comment' }).click()
    await comments.getByText('For everybody').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Link an issue' }).click()
    await page.getByLabel('How they belong together').selectOption('blocks')
    await pick(page.getByRole('combobox', { name: 'Other issue' }), other.title)
    await page.getByRole('dialog').getByRole('button', { name: 'Link an issue' }).click()
    const linked = page.getByRole('region', { name: 'Links' }).getByRole('link', { name: other.key })
    await linked.waitFor()
    await page.reload()
    const links = () => call(page, 'GET', `/issues/${issue.id}/links`)
    await page.getByRole('button', { name: `Remove the link to ${other.key}` }).click()
    await page.getByText(`The link to ${other.key} was removed.`).waitFor()
    expect(await links()).toEqual([])
    await undo.click()
    await linked.waitFor()
    expect(await links()).toMatchObject([
      { linked_issue_id: other.id, link_type: 'blocks', direction: 'outward' },
    ])
    await page.getByRole('button', { name: 'Stop watching' }).click()
    await page.getByRole('button', { name: 'Watch', exact: true }).waitFor()
    expect(await call(page, 'GET', `/issues/${issue.id}`)).toMatchObject({
      priority: 'high',
      labels: ['floor 2', 'printer'],
      comment_count: 0,
    })
    await call(page, 'POST', `/issues/${issue.id}/comments`, { body: 'Done with it' })
    await call(page, 'POST', `/issues/${issue.id}/archive`)
    await page.reload()
    await comments.getByText('Done with it').waitFor()
    await page.getByRole('button', { name: 'Restore' }).waitFor()
    for (const name of ['Edit comment', 'Delete comment', 'Watch'])
      expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
  })

  it('offer no change of an issue whose project is archived', async () => {
    const scene = await stage()
    const { page, home, project } = scene
    const issue = await makeIssue(scene)
    await page.goto(`${home}/issues/${issue.key}`)
    const actions = page.getByRole('button', { name: /^(Edit|Watch|Stop watching|Comment|Link an issue)$/ })
    await expect.poll(() => actions.count()).toBe(4)
    await call(page, 'POST', `/projects/${project.id}/archive`)
    await page.reload()
    await page.getByRole('heading', { level: 1, name: issue.title }).waitFor()
    await expect.poll(() => actions.count()).toBe(0)
  })

  it('offer no moves of it in the list, by keys and on the board', async () => {
    const scene = await stage()
    const { page, home, project } = scene
    const other = await call(page, 'POST', '/projects', { name: unique('Printers') })
    const [shut, open] = [await makeIssue(scene), await makeIssue({ ...scene, project: other })]
    await call(page, 'POST', `/projects/${project.id}/archive`)
    await page.goto(`${home}/issues`)
    await page.getByTitle(`Move ${open.key}`).waitFor()
    expect(await page.getByTitle(`Move ${shut.key}`).count()).toBe(0)
    await row(page, shut.key).getByRole('link').focus()
    for (const key of ['m', 'a', 'e']) await page.keyboard.press(key)
    await choose(page, shut.key)
    await choose(page, open.key)
    await page.getByText('2 chosen').waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Assign a', exact: true }).count()).toBe(0)
    await row(page, shut.key).getByRole('checkbox').uncheck()
    await page.getByRole('button', { name: 'Assign a', exact: true }).waitFor()
    await page.goto(`${home}/issues/board`)
    await page.getByRole('button', { name: `Move ${open.key}` }).waitFor()
    await page.getByRole('link', { name: shut.key }).focus()
    await page.keyboard.press('m')
    expect(await page.getByRole('button', { name: `Move ${shut.key}` }).count()).toBe(0)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('offer an issue in a read-only status moves and no changes', async () => {
    const scene = await stage()
    const { page, home } = scene
    const issue = await makeIssue(scene)
    await page.route('**/issue-statuses?**', async (route) => {
      const answer = await route.fetch()
      const statuses: readonly object[] = await answer.json()
      await route.fulfill({ response: answer, json: statuses.map((one) => ({ ...one, is_readonly: true })) })
    })
    await page.goto(`${home}/issues/${issue.key}`)
    await page.getByRole('button', { name: 'Link an issue' }).waitFor()
    const changes = page.getByRole('button', { name: /^(Edit|Assign|Change labels|Priority)$/ })
    await expect.poll(() => changes.count()).toBe(0)
    await page.goto(`${home}/issues`)
    await choose(page, issue.key)
    await page.getByRole('button', { name: 'Move', exact: false }).last().waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^(Assign|Change) / }).count()).toBe(0)
    await page.keyboard.press('m')
    await page.getByRole('dialog').waitFor()
  })

  it('are filtered by an assignee who is searched, and named after a reload', async () => {
    const scene = await stage()
    const { page, home } = scene
    const me = await call(page, 'GET', '/me')
    const [mine, other] = [await makeIssue(scene, { assignee_id: me.id }), await makeIssue(scene)]
    await page.goto(`${home}/issues`)
    await row(page, other.key).waitFor()
    const filters = page.getByRole('region', { name: 'Filters: Issues' })
    await filters.getByRole('button', { name: 'Assignee', exact: true }).click()
    await typeAndChoose(page, 'oka', 'Kim Okafor')
    await row(page, other.key).waitFor({ state: 'detached' })
    await page.reload()
    await row(page, mine.key).waitFor()
    expect(await row(page, other.key).count()).toBe(0)
    await filters.getByRole('button', { name: 'Assignee: Kim Okafor', exact: true }).click()
    await typeAndChoose(page, 'oka', 'Kim Okafor')
    await row(page, other.key).waitFor()
    await filters.getByRole('button', { name: 'Assignee', exact: true }).waitFor()
  })

  it('begin the page of an issue with its first facts where there is no room beside it', async () => {
    const scene = await stage({ viewport: { width: 390, height: 800 } })
    const { page, home } = scene
    const issue = await makeIssue(scene, { description: 'Paper in tray 2' })
    await page.goto(`${home}/issues/${issue.key}`)
    const facts = page.getByRole('complementary').getByRole('term')
    await facts.filter({ hasText: 'Assignee' }).waitFor()
    const shown = async () => (await facts.allInnerTexts()).filter(Boolean)
    expect(await shown()).toEqual(['Status', 'Assignee', 'Priority', 'Labels', 'Type', 'Project'])
    const top = async (text: string) => (await page.getByText(text, { exact: true }).boundingBox())?.y ?? 0
    expect(await top('Assignee')).toBeLessThan(await top('Paper in tray 2'))
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(shown).toContain('Opened')
    await page.getByRole('button', { name: 'Show less' }).click()
    await expect.poll(shown).not.toContain('Opened')
  })

  it('say how many have to approve only where an approval is required', async () => {
    const { page, home, project } = await stage()
    const approver = await call(page, 'POST', '/users', { email: newEmail(), password: PASSWORD })
    const { id, key } = await call(page, 'POST', '/issues', {
      issue_type: 'change',
      title: unique('Swap the switch'),
      project_id: project.id,
      details: { change_type: 'emergency', risk: 'low', approver_ids: [approver.id] },
    })
    await page.goto(`${home}/issues/${key}`)
    const details = page.getByRole('region', { name: 'Details' })
    await page.getByRole('region', { name: 'Approval' }).getByText('Not required').waitFor()
    await details.getByText('Low').waitFor()
    expect(await details.getByText('Approval needed').count()).toBe(0)
    await call(page, 'POST', `/issues/${id}/transition`, { to_status: 'authorize' })
    await page.reload()
    await page.getByRole('region', { name: 'Approval' }).getByText('Requested').waitFor()
    await details.getByText('Approval needed').waitFor()
  })

  it('take a vote on the version that was read, from those who may vote', async () => {
    expectFailures(412)
    const { page, home, project } = await stage()
    const [me, email, other] = [await call(page, 'GET', '/me'), newEmail(), await newPage()]
    await call(page, 'POST', '/users', { email, password: PASSWORD })
    await signIn(other, email)
    await call(other, 'POST', '/me/current-tenant', { tenant_id: me.current_tenant_id })
    const third = await call(page, 'POST', '/users', { email: newEmail(), password: PASSWORD })
    const ask = async (assignee_id: string | null, approver_ids: readonly string[]) => {
      const { id, key } = await call(other, 'POST', '/issues', {
        issue_type: 'change',
        title: 'Swap the core switch',
        project_id: project.id,
        assignee_id,
        details: { change_type: 'emergency', approver_ids },
      })
      await call(page, 'POST', `/issues/${id}/transition`, { to_status: 'authorize' })
      await page.goto(`${home}/issues/${key}`)
      return id
    }
    await hang(page, '/events**')
    const id = await ask(null, [me.id, third.id])
    const approve = page.getByRole('region', { name: 'Your vote' }).getByRole('button', { name: 'Approve' })
    await approve.waitFor()
    await call(other, 'PATCH', `/issues/${id}`, { title: 'Swap both switches' })
    await approve.click()
    await page.getByText('Somebody changed this in the meantime.').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Swap both switches' }).waitFor()
    await approve.click()
    await page.getByText('Your vote was counted.').waitFor()
    // It still waits for the other vote.
    await page.goto(home)
    const waiting = page.getByRole('region', { name: 'Waiting for my approval' })
    await waiting.getByText('Changes and requests that need your vote appear here.').waitFor()
    const assigned = await ask(me.id, [me.id, third.id])
    const refused = page.getByText('You cannot vote: it is or was assigned to you.')
    await refused.waitFor()
    expect(await approve.count()).toBe(0)
    await call(page, 'PATCH', `/issues/${assigned}`, { assignee_id: null })
    await page.reload()
    await refused.waitFor()
    expect(await approve.count()).toBe(0)
  })

  it('move an issue from the split view, ask for what the move needs, and take a move back', async () => {
    const scene = await stage()
    const { page, home } = scene
    const issue = await makeIssue(scene, { issue_type: 'incident' })
    await page.goto(`${home}/issues?view=split`)
    await row(page, issue.key).waitFor()
    await settled(page)
    await page.keyboard.press('j')
    const pane = page.getByRole('region', { name: 'Chosen issue' })
    await pane.getByRole('link', { name: issue.title }).waitFor()
    await page.locator('tr[aria-current="true"]', { hasText: issue.key }).waitFor()
    await page.keyboard.press('i')
    await row(page, issue.key).getByText('Kim Okafor').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    expect(await call(page, 'GET', `/issues/${issue.id}`)).toMatchObject({ assignee_id: null })
    await call(page, 'POST', `/issues/${issue.id}/transition`, { to_status: 'in_progress' })
    await page.reload()
    await row(page, issue.key).getByRole('link').focus()
    await page.keyboard.press('m')
    await typeAndChoose(page, 'resolve', /^Resolve/)
    const form = page.getByRole('form', { name: 'Resolve' })
    await form.getByRole('button', { name: 'Resolve' }).click()
    await form.getByText('Fill this in.').waitFor()
    await form.getByLabel('Resolution code').selectOption({ index: 1 })
    await form.getByLabel('Resolution notes').fill('Changed the tray')
    await form.getByRole('button', { name: 'Resolve' }).click()
    await pane.getByText('Resolved', { exact: true }).first().waitFor()
    await row(page, issue.key).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Clear Open or closed' }).click()
    await row(page, issue.key).getByText('Resolved').waitFor()
    await page.reload()
    await row(page, issue.key).getByText('Resolved').waitFor()
  })

  it.each([1280, 390])('keep news clear of what can be done with chosen rows, %d px wide', async (width) => {
    const scene = await stage({ viewport: { width, height: 800 } })
    const { page, home } = scene
    const issue = await makeIssue(scene)
    await page.goto(`${home}/issues`)
    await row(page, issue.key).getByRole('link').focus()
    await page.keyboard.press('i')
    await page.getByText(`${issue.key}: assigned to Kim Okafor.`).waitFor()
    await page.keyboard.press('x')
    await page.getByText('1 chosen').waitFor()
    await settled(page)
    const boxOf = (what: string) => page.locator(what).evaluate((found) => found.getBoundingClientRect())
    expect((await boxOf('.toast')).bottom).toBeLessThan((await boxOf('.bulk-bar')).top)
    const gap = await page.locator('.bulk-bar button', { hasText: 'Assign' }).evaluate((button) => {
      const word = document.createRange()
      word.selectNode(button.childNodes[0] ?? button)
      const key = button.querySelector('kbd')?.getBoundingClientRect()
      return (key?.left ?? 0) - word.getBoundingClientRect().right
    })
    expect(gap).toBeGreaterThanOrEqual(4)
  })

  it('offer last, and marked as dangerous, what calls an issue off', async () => {
    const scene = await stage()
    const { page, home } = scene
    const issue = await makeIssue(scene, { issue_type: 'incident' })
    await page.goto(`${home}/issues`)
    await row(page, issue.key).getByRole('link').focus()
    await page.keyboard.press('m')
    const cancel = page.getByRole('option', { name: 'Cancel' })
    await cancel.waitFor()
    expect(await cancel.getAttribute('class')).toContain('dangerous')
    expect(await page.getByRole('option').last().textContent()).toBe('CancelCancelled')
    expect(await page.locator('.dangerous').count()).toBe(1)
    await page.goto(`${home}/issues/${issue.key}`)
    await page.getByRole('button', { name: `More for ${issue.key}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
    expect(await page.locator('.dangerous').allTextContents()).toEqual(['Cancel', 'Delete'])
  })

  it('close the issue beside the list by Esc, and list the keys of each screen', async () => {
    const scene = await stage()
    const { page, home } = scene
    const [first, second] = [await makeIssue(scene), await makeIssue(scene)]
    await page.goto(`${home}/issues?view=split&sort=number`)
    await row(page, second.key).waitFor()
    await settled(page)
    const pane = page.getByRole('region', { name: 'Chosen issue' })
    const isClosed = () => pane.getByText('Choose an issue with j and k, or with the mouse.').waitFor()
    await page.keyboard.press('j')
    await pane.getByRole('link', { name: first.title }).waitFor()
    await page.keyboard.press('Escape')
    await isClosed()
    await page.keyboard.press('j')
    await pane.getByRole('link', { name: second.title }).focus()
    await page.keyboard.press('Escape')
    await isClosed()
    await page.locator('.split-button:focus').waitFor()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keys' })
    const titles = ['In the split view of issues', 'On the board', 'While scanning', 'In a form']
    for (const name of titles) await keys.getByRole('heading', { name }).waitFor()
  })

  it('tell the history in the language of the page, and leave what somebody wrote as it is', async () => {
    const scene = await stage()
    const { page: english, home } = scene
    const made = await makeIssue(scene, { issue_type: 'incident' })
    const path = `/issues/${made.id}`
    await call(english, 'PATCH', path, { title: 'wifi_down' })
    await call(english, 'PATCH', path, { details: { impact: 'high', on_hold_reason: 'scheduled' } })
    const code = { resolution_code: 'system_update', resolution_notes: 'All of them.' }
    for (const to_status of ['in_progress', 'resolved', 'closed'])
      await call(english, 'POST', `${path}/transition`, {
        to_status,
        ...(to_status === 'resolved' && { fields: { details: code } }),
      })
    const page = await newPage({
      locale: 'de-DE',
      storageState: await english.context().storageState(),
    })
    await page.goto(`${home}/issues/${made.key}`)
    const changes = page.getByRole('region', { name: 'Verlauf' }).locator('li li')
    const texts = [
      'wifi_down',
      'Auswirkung Hoch',
      'Art der Lösung System aktualisiert',
      'Status Gelöst → Geschlossen',
    ]
    for (const text of texts) await changes.filter({ hasText: text }).waitFor()
    expect(
      (await changes.allInnerTexts()).filter((text) => /_update|^(Resol|Clos|First)/.test(text)),
    ).toEqual([])
    // The resolution only repeats the code, which the details show.
    await page.getByRole('region', { name: 'Einzelheiten' }).getByText('System aktualisiert').waitFor()
    expect(await page.getByText('system_update').count()).toBe(0)
  })

  it('draw the foot of a comment within its section', async () => {
    const scene = await stage()
    const { page, home } = scene
    const issue = await makeIssue(scene)
    await page.goto(`${home}/issues/${issue.key}`)
    const section = page.getByRole('region', { name: 'Comments' })
    const foot = section.locator('.form-foot')
    await foot.scrollIntoViewIfNeeded()
    const bottoms = [foot, section].map((what) =>
      what.evaluate((found) => found.getBoundingClientRect().bottom),
    )
    const [inner = 0, outer = 0] = await Promise.all(bottoms)
    expect(inner).toBeLessThan(outer)
  })

  it('clear what narrows the list and has no filter, and name a day that a link was made for', async () => {
    const scene = await stage()
    const { page, home } = scene
    const issue = await makeIssue(scene)
    await page.goto(`${home}/issues?approver_id=me&approval_status=requested&due_date__lt=2026-01-02`)
    const filters = page.getByRole('region', { name: 'Filters: Issues' })
    await filters.getByRole('button', { name: 'Due: < 2026-01-02' }).waitFor()
    await filters.getByRole('button', { name: 'Clear all filters' }).click()
    await row(page, issue.key).waitFor()
    expect(new URL(page.url()).search).toBe('?is_closed=*')
    expect(await filters.getByRole('button', { name: 'Clear all filters' }).count()).toBe(0)
  })

  it('say that nothing matches where the reader has narrowed a list, and only there', async () => {
    const scene = await stage()
    const { page, home } = scene
    const nothing = page.getByRole('heading', { name: 'Nothing matches' })
    const clear = page.getByRole('button', { name: 'Clear all filters' })
    await page.goto(`${home}/assets`)
    await page.getByRole('link', { name: 'Handed out' }).click()
    await page.getByRole('heading', { name: 'Nothing is handed out' }).waitFor()
    await page.goto(`${home}/asset-assignments?status=closed`)
    await nothing.waitFor()
    const issue = await makeIssue(scene)
    await page.goto(`${home}/issues/board?q=zzzz`)
    await nothing.waitFor()
    await clear.click()
    await page.getByRole('link', { name: issue.key }).waitFor()
    await page.goto(`${home}/issues?is_closed=true`)
    await nothing.waitFor()
  })

  it('act by keys on no issue that the list or the board shows no more', async () => {
    const scene = await stage()
    const { page, home } = scene
    const issue = await makeIssue(scene)
    const other = await makeIssue(scene, { title: unique('Water the plants') })
    const shown = {
      '/issues': row(page, issue.key),
      '/issues/board': page.getByRole('link', { name: issue.key }),
    }
    for (const [place, own] of Object.entries(shown)) {
      await page.goto(`${home}${place}`)
      await page.getByRole('link', { name: issue.title }).focus()
      await page.getByRole('searchbox').fill(other.title)
      await own.waitFor({ state: 'detached' })
      const filters = page.getByRole('region', { name: /^Filters/ })
      await filters.getByRole('button', { name: 'Priority', exact: true }).focus()
      for (const key of ['i', 'm', 'e', 'a']) await page.keyboard.press(key)
      await page.getByRole('link', { name: other.title }).focus()
      await page.keyboard.press('a')
      await page.getByRole('dialog', { name: `Assign ${other.key}` }).waitFor()
    }
    expect(await call(page, 'GET', `/issues/${issue.id}`)).toMatchObject({ assignee_id: null })
  })

  it('assign several at once', async () => {
    const scene = await stage()
    const { page, home } = scene
    const made = [await makeIssue(scene), await makeIssue(scene)]
    await page.goto(`${home}/issues`)
    for (const { key } of made) await choose(page, key)
    await page.keyboard.press('a')
    await page.getByRole('dialog', { name: 'Assign 2 issues' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    for (const { key } of made) expect(await row(page, key).getByRole('checkbox').isChecked()).toBe(true)
    await page.keyboard.press('a')
    await typeAndChoose(page, 'ki', 'Kim Okafor')
    for (const { key } of made) await row(page, key).getByText('Kim Okafor').waitFor()
  })

  it('say of how many an assignment was refused, and why', async () => {
    const scene = await stage()
    const { page, home } = scene
    const made = [await makeIssue(scene), await makeIssue(scene)]
    await hang(page, '/events**')
    await page.goto(`${home}/issues`)
    for (const { key } of made) await choose(page, key)
    await page.keyboard.press('a')
    for (const { id } of made) await call(page, 'POST', `/issues/${id}/archive`)
    await typeAndChoose(page, 'ki', 'Kim Okafor')
    await page.getByText(/^2 issues could not be assigned. This is archived/).waitFor()
    expect(await page.getByText(/: assigned to/).count()).toBe(0)
  })

  it('keep the row that is shown beside the list in view', async () => {
    const scene = await stage()
    const { page, home } = scene
    const { id } = scene.project
    await call(page, 'POST', '/issues/bulk', {
      mode: 'atomic',
      items: Array.from({ length: 60 }, (_, at) => ({
        op: 'create',
        body: { title: `Lamp ${at + 1}`, issue_type: 'task', project_id: id },
      })),
    })
    const [last] = await call(page, 'GET', '/issues?sort=-number&limit=1')
    await page.goto(`${home}/issues?view=split&sort=number&open=${last.key}`)
    const current = page.locator('tr[aria-current="true"]', { hasText: 'Lamp 60' })
    await current.waitFor()
    await expect
      .poll(() => current.evaluate((row) => row.getBoundingClientRect().bottom <= innerHeight))
      .toBe(true)
    expect(new URL(page.url()).searchParams.get('is_closed')).toBe('false')
    await page.goto(`${home}/issues/board`)
    const lane = page.getByRole('region', { name: 'To do' })
    await lane.getByText('60', { exact: true }).waitFor()
    await expect.poll(() => lane.getByRole('listitem').count()).toBe(50)
    expect(await violationsOf(page)).toEqual([])
    await lane.getByRole('button', { name: '50 of 60: show more To do' }).click()
    await expect.poll(() => lane.getByRole('listitem').count()).toBe(60)
  })

  it('show one column of the board on a phone, and remember which', async () => {
    const scene = await stage({ viewport: { width: 390, height: 844 } })
    const { page, home } = scene
    const task = await makeIssue(scene)
    const incident = await makeIssue(scene, { title: unique('No network'), issue_type: 'incident' })
    const lane = page.locator('.lane')
    await page.goto(`${home}/issues/board`)
    await lane.getByRole('link', { name: incident.title }).waitFor()
    expect(await lane.count()).toBe(1)
    expect(await violationsOf(page)).toEqual([])
    await page.getByLabel('Column').selectOption({ label: 'To do (1)' })
    await lane.getByRole('link', { name: task.title }).waitFor()
    expect(await lane.count()).toBe(1)
    await page.reload()
    await lane.getByRole('link', { name: task.title }).waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
    await lane.nth(1).getByRole('link', { name: task.title }).waitFor()
    await lane.nth(0).getByRole('link', { name: incident.title }).waitFor()
  })

  it('move a card that is dragged to another column, as its menu would', async () => {
    const scene = await stage()
    const { page, home } = scene
    const made = {
      incident: await makeIssue(scene, { issue_type: 'incident' }),
      request: await makeIssue(scene, { issue_type: 'service_request' }),
      task: await makeIssue(scene),
    }
    const move = (to_status: string) =>
      call(page, 'POST', `/issues/${made.task.id}/transition`, { to_status })
    for (const status of ['in_progress', 'on_hold']) await move(status)
    await call(page, 'POST', `/issues/${(await makeIssue(scene)).id}/transition`, {
      to_status: 'in_progress',
    })
    const unavailable = { is_available: false, unavailable_reasons: ['condition_not_met'] }
    await page.route(`**/issues/${made.request.id}/transitions?**`, async (route) => {
      const answer = await route.fetch()
      const ways: readonly object[] = await answer.json()
      await route.fulfill({ response: answer, json: ways.map((way) => ({ ...way, ...unavailable })) })
    })
    await page.goto(`${home}/issues/board`)
    const lane = (name: string) => page.getByRole('region', { name, exact: true })
    const card = ({ key }: { readonly key: string }) => page.locator('.card-issue').filter({ hasText: key })
    const taking = page.locator('[data-drop="over"]')
    await dragOver(page, card(made.request), lane('In progress'))
    await lane('In progress').getByText('a condition is not met').waitFor()
    expect(await taking.count()).toBe(0)
    expect(await violationsOf(page)).toEqual([])
    await page.mouse.up()
    await page.locator('[data-drop]').first().waitFor({ state: 'detached' })

    await dragOver(page, card(made.task), lane('New'))
    await lane('New').getByText('no move leads here').waitFor()
    await lane('In progress').hover({ position: { x: 40, y: 40 } })
    await taking.waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.mouse.up()
    const news = page.getByRole('alertdialog', { name: `${made.task.key} is now “In progress”.` })
    await lane('In progress').getByText(made.task.key).waitFor()
    await news.getByRole('button', { name: 'Undo' }).click()
    await lane('On hold').getByText(made.task.key).waitFor()
    await settled(page)

    await dragOver(page, card(made.incident), lane('In progress'))
    await page.mouse.up()
    await lane('In progress').getByText(made.incident.key).waitFor()
    await dragOver(page, card(made.incident), lane('On hold'))
    await lane('Further statuses').getByText('Resolved').hover()
    await page.mouse.up()
    const form = page.getByRole('dialog').getByRole('form', { name: 'Resolve' })
    await form.getByLabel('Resolution code').selectOption({ index: 1 })
    await form.getByLabel('Resolution notes').fill('Changed the tray')
    await form.getByRole('button', { name: 'Resolve' }).click()
    await card(made.incident).waitFor({ state: 'detached' })
    expect(await call(page, 'GET', `/issues/${made.incident.id}`)).toMatchObject({ status: 'resolved' })
  })

  it('change and move several at once, from a row or from the bar, and take it back', async () => {
    const scene = await stage()
    const { page, home } = scene
    const made = [await makeIssue(scene), await makeIssue(scene)]
    const [first] = made
    const states = async () => Promise.all(made.map(({ id }) => call(page, 'GET', `/issues/${id}`)))
    await page.goto(`${home}/issues`)
    for (const { key } of made) await choose(page, key)
    await page.keyboard.press('e')
    const form = page.getByRole('form', { name: 'Change' })
    await form.getByRole('button', { name: 'Change' }).click()
    await form.getByText('Fill in at least one field.').waitFor()
    await form.getByLabel('Priority').selectOption('high')
    await form.getByLabel('Labels to add').fill('floor 2')
    await form.getByRole('button', { name: 'Change' }).click()
    for (const { key } of made) await row(page, key).getByText('High').waitFor()
    expect(await states()).toMatchObject([{ labels: ['floor 2'] }, { labels: ['floor 2'] }])
    for (const { key } of made) await choose(page, key)
    await page.keyboard.press('m')
    await page.getByRole('dialog', { name: 'Move 2 issues' }).waitFor()
    await typeAndChoose(page, 'in pro', 'In progress')
    const news = page.getByRole('alertdialog', { name: '2 issues are now “In progress”.' })
    await news.waitFor()
    expect(await news.getByRole('button', { name: 'Undo' }).count()).toBe(0)
    for (const { key } of made) await choose(page, key)
    await page.keyboard.press('m')
    await page.getByRole('option', { name: 'On hold' }).click()
    await page
      .getByRole('alertdialog', { name: '2 issues are now “On hold”.' })
      .getByRole('button', { name: 'Undo' })
      .click()
    await page.getByText('2 issues moved back.').waitFor()
    expect(await states()).toMatchObject([{ status: 'in_progress' }, { status: 'in_progress' }])
    await row(page, first?.key ?? '')
      .getByRole('button', { name: 'In progress' })
      .click()
    await page.getByRole('dialog', { name: `Move ${first?.key}` }).waitFor()
  })

  it('change several at once without a loss of what somebody else has changed', async () => {
    const scene = await stage()
    const { page, home } = scene
    const [one, two] = [await makeIssue(scene), await makeIssue(scene, { labels: ['floor 1'] })]
    const states = () => Promise.all([one, two].map(({ id }) => call(page, 'GET', `/issues/${id}`)))
    const change = async (label: string, value: string) => {
      for (const { key } of [one, two]) await choose(page, key)
      await page.keyboard.press('e')
      const form = page.getByRole('form', { name: 'Change' })
      if (label === 'Priority') await form.getByLabel(label).selectOption(value)
      else await form.getByLabel(label).fill(value)
      await form.getByRole('button', { name: 'Change' }).click()
    }
    const undo = () =>
      page
        .getByRole('alertdialog', { name: '2 issues: changed.' })
        .getByRole('button', { name: 'Undo' })
        .click()
    await page.goto(`${home}/issues`)
    await change('Labels to add', 'floor 2')
    await undo()
    await page.getByText('Undone.').waitFor()
    expect(await states()).toMatchObject([{ labels: [] }, { labels: ['floor 1'] }])
    await settled(page)

    await change('Priority', 'high')
    await page.getByRole('alertdialog', { name: '2 issues: changed.' }).waitFor()
    await call(page, 'PATCH', `/issues/${one.id}`, { due_date: '2031-02-03' })
    expectFailures(412)
    await undo()
    await page.getByText('Somebody changed this in the meantime.').waitFor()
    expect(await states()).toMatchObject([
      { priority: 'high', due_date: '2031-02-03' },
      { priority: 'high', due_date: null },
    ])
  })

  it('change by keys the issue that the list shows now, not the one that got the focus', async () => {
    const scene = await stage()
    const { page, home } = scene
    const issue = await makeIssue(scene)
    await page.goto(`${home}/issues`)
    await row(page, issue.key).getByRole('link').focus()
    await call(page, 'PATCH', `/issues/${issue.id}`, { title: unique('Printer smokes'), labels: ['floor 1'] })
    await row(page, 'Printer smokes').waitFor()
    const said = page.getByRole('alertdialog', { name: `${issue.key}: changed.` })
    for (const label of ['floor 2', 'floor 3']) {
      await page.keyboard.press('e')
      const form = page.getByRole('form', { name: 'Change' })
      await form.getByLabel('Labels to add').fill(label)
      await form.getByRole('button', { name: 'Change' }).click()
      await form.waitFor({ state: 'detached' })
      await expect
        .poll(() => call(page, 'GET', `/issues/${issue.id}`))
        .toMatchObject({ labels: expect.arrayContaining(['floor 1', label]) })
      await settled(page)
    }
    await said.first().getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Undone.').waitFor()
    const { labels } = await call(page, 'GET', `/issues/${issue.id}`)
    expect(labels).toEqual(['floor 1', 'floor 2'])
  })

  it('show the latest comments in the order of reading, and earlier ones on request', async () => {
    const scene = await stage()
    const { page, home } = scene
    const issue = await makeIssue(scene)
    for (const body of ['One', 'Two', 'Three'])
      await call(page, 'POST', `/issues/${issue.id}/comments`, { body })
    await inPagesOfTwo(page, `/issues/${issue.id}/comments?**`)
    await page.goto(`${home}/issues/${issue.key}`)
    const comments = page.getByRole('region', { name: 'Comments' })
    const texts = () => comments.locator('.comment .markdown').allInnerTexts()
    await expect.poll(texts).toEqual(['Two', 'Three'])
    await comments.getByLabel('Comment', { exact: true }).fill('Four')
    await comments.getByRole('button', { name: 'Comment', exact: true }).click()
    await expect.poll(texts).toEqual(['Three', 'Four'])
    await comments.getByRole('button', { name: 'Show earlier comments' }).click()
    await expect.poll(texts).toEqual(['One', 'Two', 'Three', 'Four'])
  })

  it('begin the day with what waits for one, and show changes by day', async () => {
    const scene = await stage()
    const { page, home } = scene
    // Noon in the middle of a month: today is the same day here and on the page, wherever it runs.
    const noon = '2030-05-15T12:00:00.000Z'
    await page.clock.setFixedTime(noon)
    const me = await call(page, 'GET', '/me')
    const task = await makeIssue(scene, { assignee_id: me.id, due_date: '2020-01-31' })
    const change = await makeIssue(scene, {
      issue_type: 'change',
      details: { planned_start_at: noon },
    })
    const freeze = await makeIssue(scene, {
      issue_type: 'change',
      title: unique('Freeze'),
      details: { planned_start_at: '2030-04-20T12:00:00.000Z', planned_end_at: '2030-06-10T12:00:00.000Z' },
    })
    const limits = new Set<string | null>()
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/issues' && searchParams.has('sort')) limits.add(searchParams.get('limit'))
    })
    await page.goto(home)
    await page
      .getByRole('region', { name: 'Assigned to me' })
      .getByRole('link', { name: task.title })
      .waitFor()
    await page
      .getByRole('region', { name: 'Due or overdue' })
      .getByRole('link', { name: task.title })
      .waitFor()
    expect([...limits]).toEqual(['8'])
    await page.getByRole('link', { name: '3 Open issues', exact: true }).waitFor()
    await page.getByRole('link', { name: '0 In repair', exact: true }).waitFor()
    await page.getByRole('link', { name: '1 Overdue issues', exact: true }).click()
    await row(page, task.title).getByText('2020-01-31').and(page.locator('.overdue')).waitFor()
    expect(await row(page, change.title).count()).toBe(0)
    await page.goto(`${home}/issues/calendar`)
    await page.locator('[aria-current="date"]').getByRole('link', { name: change.title }).waitFor()
    await page.getByRole('button', { name: 'Next month' }).click()
    await page.waitForURL(/\?month=2030-06$/)
    await page.getByRole('listitem').filter({ hasText: freeze.title }).nth(14).waitFor()
    await page.goto(`${home}/issues/board`)
    await page.getByRole('link', { name: task.title }).waitFor()
  })

  it('say what could not be read for a form, a choice or the board, and try again', async () => {
    expectFailures('no answer')
    const scene = await stage()
    const { page, home } = scene
    const issue = await makeIssue(scene)
    const again = page.getByRole('button', { name: 'Try again' })
    await page.route(/\/(issue-types|issue-statuses|transitions|users)\?/, (route) => route.abort())
    await page.goto(`${home}/issues/${issue.key}`)
    await page.getByRole('button', { name: 'Edit' }).click()
    await page
      .getByRole('dialog', { name: `Change ${issue.key}` })
      .getByText('Try again')
      .waitFor()
    await page.keyboard.press('Escape')
    await page.goto(`${home}/issues/board`)
    await again.waitFor()
    await page.goto(`${home}/issues`)
    await row(page, issue.key).getByRole('link').focus()
    for (const key of ['c', 'a', 'm']) {
      await page.keyboard.press(key)
      await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await page.keyboard.press('a')
    await again.waitFor()
    await page.unrouteAll()
    await again.click()
    await page.getByRole('option', { name: 'Kim Okafor' }).click()
    await row(page, issue.key).getByText('Kim Okafor').waitFor()
  })

  it('offer no changes to who may only read', async () => {
    const scene = await stage()
    const { page, home } = scene
    const issue = await makeIssue(scene)
    await page.route('**/me/permissions', async (route) => {
      const answer = await route.fetch()
      const body: object = await answer.json()
      await route.fulfill({
        response: answer,
        json: { ...body, permissions: ['issues:read'], projects: [] },
      })
    })
    await page.goto(`${home}/issues`)
    await row(page, issue.key).getByRole('link').focus()
    await page.keyboard.press('a')
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'New issue' }).count()).toBe(0)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: issue.title }).waitFor()
    await page.getByText('created it').waitFor()
    for (const name of ['Edit', 'Assign', 'Watch', 'Change labels', 'Comment', 'Link an issue'])
      expect(await page.getByRole('button', { name, exact: true }).count(), name).toBe(0)
  })
})

describe('nothing keeps assistive technology out', () => {
  it('of the list, the issue beside it and its moves', async () => {
    const scene = await stage()
    const { page, home } = scene
    const issue = await makeIssue(scene, { description: 'Paper in tray 2', labels: ['printer'] })
    await call(page, 'POST', `/issues/${issue.id}/comments`, { body: 'Internal', visibility: 'internal' })
    await page.goto(`${home}/issues?view=split`)
    await row(page, issue.key).getByRole('link').focus()
    await page.getByText('created it').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('m')
    await page.getByRole('option').first().waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  it('of the page, the board, the calendar and the start of the day', async () => {
    const scene = await stage()
    const { page, home } = scene
    const issue = await makeIssue(scene)
    await page.goto(`${home}/issues/${issue.key}`)
    await page.getByText('created it').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.goto(`${home}/issues/board`)
    await page.getByRole('link', { name: issue.title }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.goto(`${home}/issues/calendar`)
    await page.locator('[aria-current="date"]').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.goto(home)
    await page.getByRole('region', { name: 'Reported by me' }).getByRole('link').first().waitFor()
    expect(await violationsOf(page)).toEqual([])
  })
})
