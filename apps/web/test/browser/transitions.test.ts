import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, expectFailures, makeAccount, newPage, signIn } from './browser.ts'

const unique = Date.now().toString(36)
const named = (key: string) => ({ key: `${key}_${unique}`, name: key })
const option = (key: string, position: number) => ({
  key,
  label: key,
  color: null,
  position,
  is_active: true,
})

let issueType: string
let email: string

/** Creates an issue type whose only transition has a screen with fields of many types. */
beforeAll(async () => {
  email = await makeAccount()
  const page = await newPage()
  await signIn(page, email)
  const make = (path: string, body: object) => call(page, 'POST', path, body)
  const { id: workflow_id } = await make('/issue-workflows', named('way'))
  const statuses: string[] = []
  for (const key of ['open', 'ready']) {
    const { id: status_id } = await make('/issue-statuses', { ...named(key), category: 'started' })
    await make('/issue-workflow-statuses', { workflow_id, status_id })
    statuses.push(status_id)
  }
  const type = await make('/issue-types', { ...named('request'), subtype: 'service_request', workflow_id })
  issueType = type.key
  const { id: screen_id } = await make('/issue-screens', named('screen'))
  const [approvers] = await call(page, 'GET', '/issue-fields?key=approver_ids')
  const own = [
    { key: 'flag', name: 'Flag', type: 'boolean' },
    {
      key: 'colours',
      name: 'Colours',
      type: 'multi_select',
      options: ['red', 'blue', 'green'].map(option),
    },
    { key: 'seats', name: 'Seats', type: 'integer', maximum: 5 },
    { key: 'story', name: 'Story', type: 'long_text' },
    { key: 'comment', name: 'Verdict', type: 'text' },
    { key: 'shelf', name: 'Shelf', type: 'text' },
  ]
  const fields = [approvers.id]
  for (const field of own)
    fields.push((await make('/issue-fields', { ...field, issue_type_ids: [type.id] })).id)
  for (const [position, field_id] of fields.entries())
    await make('/issue-screen-fields', {
      screen_id,
      field_id,
      position: position + 1,
      is_read_only: position === own.length,
    })
  const [from_status_id, to_status_id] = statuses
  const way = { workflow_id, screen_id, from_status_id, to_status_id }
  await make('/issue-workflow-transitions', { ...way, ...named('Finish'), key: `finish_${unique}` })
  await make('/issue-workflow-transitions', {
    ...way,
    ...named('Submit'),
    key: `submit_${unique}`,
    required_fields: ['approver_ids'],
  })
})

const kept = {
  flag: true,
  colours: ['red', 'green'],
  seats: 3,
  story: 'One line\nand another',
  comment: 'Fine',
  shelf: 'B 2',
}

/** Opens an issue that has a value in each field. */
async function openIssue(page: Page, approversOf: (me: { readonly id: string }) => readonly string[]) {
  await signIn(page, email)
  const me = await call(page, 'GET', '/me')
  const issue = await call(page, 'POST', '/issues', {
    title: 'A room for ten',
    issue_type: issueType,
    custom_fields: kept,
    details: { approver_ids: approversOf(me) },
  })
  await page.goto(`/dashboard/issues?issue=${issue.id}`)
  return { me, issue }
}

/** Opens the form of the transition, for an issue that has a value in each field. */
async function openMove(page: Page) {
  const { me, issue } = await openIssue(page, ({ id }) => [id])
  await page.getByRole('button', { name: 'Finish' }).click()
  const form = page.getByRole('form', { name: 'Finish' })
  const send = async () => {
    await form.getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('status').getByText('is now').waitFor()
    return call(page, 'GET', `/issues/${issue.id}`)
  }
  return { form, me, send }
}

describe('the form of a move', () => {
  it('leaves alone what one leaves alone', async () => {
    const { send, me } = await openMove(await newPage())
    expect(await send()).toMatchObject({ custom_fields: kept, details: { approver_ids: [me.id] } })
  })

  it('shows what cannot be written, and has no control for it', async () => {
    const { form } = await openMove(await newPage())
    await form.getByText('Shelf: B 2').waitFor()
    expect(await form.getByLabel('Shelf').count()).toBe(0)
  })

  it('sends each value as its field has it, and the comment beside a field of that name', async () => {
    const page = await newPage()
    const { form, me, send } = await openMove(page)
    await form.getByLabel('Flag').selectOption({ label: 'No' })
    await form.getByLabel('Colours').selectOption(['blue', 'green'])
    await form.getByLabel('Seats').fill('')
    await form.getByLabel('Verdict').fill('Splendid')
    await form.getByLabel('Comment').fill('Done in the morning')
    expect(await send()).toMatchObject({
      comment_count: 1,
      custom_fields: { flag: false, colours: ['blue', 'green'], story: kept.story, comment: 'Splendid' },
      details: { approver_ids: [me.id] },
    })
    await page.getByText('Done in the morning').waitFor()
  })

  it('shows what is wrong with a value at its field', async () => {
    expectFailures(422)
    const page = await newPage()
    const { form } = await openMove(page)
    await form.getByLabel('Seats').fill('9')
    await form.getByRole('button', { name: 'Finish' }).click()
    await form.getByText('Check the marked field.').waitFor()
    const seats = form.getByLabel('Seats')
    await expect.poll(() => seats.getAttribute('aria-invalid')).toBe('true')
    await form.getByText(/^Must be from .* to 5\.$/).waitFor()
    await seats.fill('4')
    await form.getByRole('button', { name: 'Finish' }).click()
    await page.getByRole('status').getByText('is now').waitFor()
  })

  it('leaves other records to the page of the issue, also if the move needs one', async () => {
    const page = await newPage()
    const { issue } = await openIssue(page, () => [])
    const there = page.getByRole('link', { name: 'Fill in on the page of the issue' })
    await page.getByRole('button', { name: 'Finish' }).click()
    await there.waitFor()
    await page.getByRole('form', { name: 'Finish' }).getByLabel('Seats').waitFor()
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByRole('form', { name: 'Finish' }).waitFor({ state: 'detached' })
    expect(await page.getByRole('form', { name: 'Submit' }).count()).toBe(0)
    await there.click()
    await page.waitForURL(`**/issues/${issue.key}`)
    await page.getByRole('heading', { level: 1, name: issue.title }).waitFor()
  })
})
