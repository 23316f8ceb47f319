import { expect, test } from 'vitest'
import { refusal, useDesk } from './desk.ts'

const desk = useDesk()

const long = (letter: string) => letter.repeat(5_000)

test('a long text is cut in the history, and complete in the entry that the list names', async () => {
  const { client } = desk
  const { id: issue_id } = await desk.newIssue({ description: long('a') })
  await client.issues.update({ issue_id }, { description: long('b'), title: 'Short' })
  const entry = (await client.issues.history.list({ issue_id })).at(-1)
  if (!entry) throw new Error('there is an entry')
  expect(entry.changes.find(({ field }) => field === 'description')).toEqual({
    field: 'description',
    label: 'Description',
    from: 'a'.repeat(1_000),
    from_label: null,
    to: 'b'.repeat(1_000),
    to_label: null,
    is_cut: true,
  })
  expect(entry.changes.find(({ field }) => field === 'title')).toMatchObject({
    to: 'Short',
    to_label: 'Short',
    is_cut: false,
  })
  const whole = `/issues/${issue_id}/history/${entry.id}`
  expect(entry.whole).toBe(whole)
  const alone = await client.issues.history.get({ issue_id, entry_id: entry.id })
  expect(alone.changes.find(({ field }) => field === 'description')).toMatchObject({
    from: long('a'),
    from_label: null,
    to: long('b'),
    to_label: null,
    is_cut: false,
  })
  const changed = await client.issues.activity.list({ issue_id }, { type: ['field_changed'] })
  expect(changed.find(({ data }) => data.field === 'description')?.data).toEqual({
    field: 'description',
    from: 'a'.repeat(1_000),
    to: 'b'.repeat(1_000),
    is_cut: true,
    history_entry_id: entry.id,
  })
  const other = await desk.newIssue()
  const elsewhere = client.issues.history.get({ issue_id: other.id, entry_id: entry.id })
  expect(await refusal(elsewhere)).toEqual([404, 'not_found'])
  const eve = await desk.member(['issues:read'], (await client.projects.create({ name: 'Apart' })).id)
  const hidden = eve.client.issues.history.get({ issue_id, entry_id: entry.id })
  expect(await refusal(hidden)).toEqual([404, 'not_found'])
})

test('a page counts what it shows, ends early where that is much, and the pages show all', async () => {
  const { client } = desk
  const { id: issue_id } = await desk.newIssue({ issue_type: 'change' })
  const letters = [...'abcdefghijkl']
  // The letter, and ten thousand characters of three bytes each.
  const text = (letter: string) => letter + '漢'.repeat(10_000)
  const plans = ['reason', 'implementation_plan', 'backout_plan', 'test_plan'] as const
  for (const letter of letters)
    await client.issues.update({ issue_id }, { description: text(letter), change_message: letter })
  expect(await client.issues.history.list({ issue_id })).toHaveLength(1 + letters.length)
  for (const letter of letters) {
    const details = Object.fromEntries(plans.map((member) => [member, text(letter)]))
    await client.issues.update({ issue_id }, { details, change_message: letter.toUpperCase() })
  }
  const first = await client.issues.history.list({ issue_id })
  expect(first.length).toBeGreaterThan(1 + letters.length)
  expect(first.length).toBeLessThan(1 + 2 * letters.length)
  const messages: (string | null)[] = []
  for await (const { message } of client.issues.history.list.all({ issue_id })) messages.push(message)
  expect(messages).toEqual([null, ...letters, ...letters.map((letter) => letter.toUpperCase())])
})

test('of long lists as many elements are shown as there is room for', async () => {
  const { client } = desk
  const incident = await desk.newIssue({ issue_type: 'incident' })
  const factors = Array.from({ length: 40 }, (_, at) => `${at} ${'"'.repeat(96)}`)
  const { id: issue_id } = await desk.newIssue({
    issue_type: 'post_incident_analysis',
    details: { incident_ids: [incident.id], contributing_factors: factors, timeline: [] },
  })
  const changeIn = async (entries: Promise<readonly { readonly changes: readonly { field: string }[] }[]>) =>
    (await entries)
      .flatMap(({ changes }) => changes)
      .find(({ field }) => field.endsWith('contributing_factors'))
  expect(await changeIn(client.issues.history.list({ issue_id }))).toMatchObject({
    to: factors.slice(0, 5),
    is_cut: true,
  })
})

test('statuses, types and priorities are recorded by their names', async () => {
  const { client } = desk
  const { id: issue_id } = await desk.newIssue()
  await client.issues.update({ issue_id }, { issue_type: 'incident', priority: 'high' })
  await client.issues.update({ issue_id }, { status: 'in_progress' })
  const moves = await client.issues.activity.list(
    { issue_id },
    { type: ['field_changed', 'status_changed'], sort: ['id'] },
  )
  const names = moves.map(({ data: { field = 'move', from_label, to_label } }) => [
    field,
    [from_label, to_label],
  ])
  expect(Object.fromEntries(names)).toMatchObject({
    issue_type: ['Task', 'Incident'],
    priority: ['Medium', 'High'],
    move: ['New', 'In progress'],
  })
})
