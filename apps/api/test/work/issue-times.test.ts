import { expect, test } from 'vitest'
import { useDesk } from './desk.ts'

const desk = useDesk()

const isRising = (moments: readonly string[]) =>
  moments.every((one, at) => at === 0 || one >= (moments[at - 1] ?? ''))

test('24 changes at once: the times of versions and of the history rise with them', async () => {
  const { id: issue_id } = await desk.newIssue()
  // On a busy machine, some of them may be answered 503.
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      desk.client.issues.update.safe({ issue_id }, { title: `Title ${n}` }),
    ),
  )
  const changed = answers.flatMap((answer) => (answer.ok ? [answer.data] : []))
  expect(changed.length).toBeGreaterThan(4)
  const byVersion = changed.sort((a, b) => a.version - b.version)
  expect(new Set(byVersion.map(({ version }) => version)).size).toBe(changed.length)
  expect(isRising(byVersion.map(({ updated_at }) => updated_at))).toBe(true)
  const entries = await desk.client.issues.history.list({ issue_id })
  expect(isRising(entries.map(({ created_at }) => created_at))).toBe(true)
  const titles = entries.flatMap(({ changes }) =>
    changes.flatMap(({ field, to }) => (field === 'title' ? [to] : [])),
  )
  const told = byVersion.map(({ title }) => title)
  expect(titles.filter((title) => told.some((one) => one === title))).toEqual(told)
})

test('the same holds for records of every kind, and for what a move stamps', async () => {
  const { id: location_type_id } = await desk.client.locationTypes.create({ name: 'Tower' })
  const types = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      desk.client.locationTypes.update({ location_type_id }, { name: `Tower ${n}` }),
    ),
  )
  expect(isRising(types.sort((a, b) => a.version - b.version).map(({ updated_at }) => updated_at))).toBe(true)
  const { id: issue_id } = await desk.newIssue()
  const closed = await desk.client.issues.transition({ issue_id }, { to_status: 'cancelled' })
  const archived = await desk.client.issues.archive({ issue_id })
  expect(isRising([closed.created_at, closed.closed_at ?? '', archived.archived_at ?? ''])).toBe(true)
  expect(archived.updated_at).toBe(archived.archived_at)
})

test('comments, links and attachments move the time of the last change and make no version', async () => {
  const [{ id: issue_id, version }, other] = [await desk.newIssue(), await desk.newIssue()]
  const read = (id: string) => desk.client.issues.get({ issue_id: id })
  let last = (await read(issue_id)).updated_at
  const expectMoved = async () => {
    const now = await read(issue_id)
    expect([now.version, now.updated_at > last]).toEqual([version, true])
    last = now.updated_at
  }
  const comment = await desk.client.issues.comments.create({ issue_id }, { body: 'One' })
  await expectMoved()
  await desk.client.issues.comments.update({ issue_id, comment_id: comment.id }, { body: 'Two' })
  await expectMoved()
  await desk.client.issues.comments.delete({ issue_id, comment_id: comment.id })
  await expectMoved()
  const attachment = await desk.client.issues.attachments.create(
    { issue_id },
    { name: 'a.png', url: 'https://files.example.org/a.png' },
  )
  await expectMoved()
  await desk.client.issues.attachments.delete({ issue_id, attachment_id: attachment.id })
  await expectMoved()
  const link = await desk.client.issues.links.create(
    { issue_id },
    { linked_issue_id: other.id, link_type: 'blocks' },
  )
  await expectMoved()
  expect((await read(other.id)).updated_at > other.updated_at).toBe(true)
  await desk.client.issues.links.delete({ issue_id: other.id, link_id: link.id })
  await expectMoved()
})
