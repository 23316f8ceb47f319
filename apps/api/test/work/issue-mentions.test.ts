import { expect, test } from 'vitest'
import { refusal, useDesk } from './desk.ts'

const desk = useDesk()

const remove = (issue_id: string) => refusal(desk.client.issues.delete({ issue_id }))
const inUse = [409, 'dependent_item_exists']

test('an issue that another names in its details stays until it does not', async () => {
  const problem = await desk.newIssue({ issue_type: 'known_problem' })
  const change = await desk.newIssue({ issue_type: 'change' })
  const incident = await desk.newIssue({
    issue_type: 'incident',
    details: { problem_id: problem.id, caused_by_change_id: change.id },
  })
  const action = await desk.newIssue()
  const review = await desk.newIssue({
    issue_type: 'post_incident_analysis',
    details: { incident_ids: [incident.id], action_issue_ids: [action.id] },
  })
  for (const { id } of [problem, change, incident, action]) expect(await remove(id)).toEqual(inUse)
  await desk.client.issues.update({ issue_id: incident.id }, { details: { problem_id: null } })
  await desk.client.issues.update({ issue_id: review.id }, { details: { action_issue_ids: [] } })
  for (const { id } of [problem, action]) expect(await remove(id)).toBeUndefined()
  expect(await remove(change.id)).toEqual(inUse)
  for (const { id } of [review, incident, change]) expect(await remove(id)).toBeUndefined()
})

test('so does one that another names in a custom field', async () => {
  await desk.client.issueFields.create({ key: 'related', name: 'Related', type: 'issue' })
  const named = await desk.newIssue()
  const { id: issue_id } = await desk.newIssue({ custom_fields: { related: named.id } })
  await desk.client.issues.update({ issue_id }, { custom_fields: { related: issue_id } })
  await desk.client.issues.update({ issue_id }, { custom_fields: { related: named.id } })
  expect(await remove(named.id)).toEqual(inUse)
  await desk.client.issues.update({ issue_id }, { custom_fields: { related: issue_id } })
  expect(await remove(named.id)).toBeUndefined()
  expect(await remove(issue_id)).toBeUndefined()
})

test('a change of the type that takes the member away lets go of it', async () => {
  const problem = await desk.newIssue({ issue_type: 'known_problem' })
  const details = { problem_id: problem.id }
  const { id: issue_id } = await desk.newIssue({ issue_type: 'incident', details })
  await desk.client.issues.update({ issue_id }, { issue_type: 'task' })
  expect(await remove(problem.id)).toBeUndefined()
})

test('of two who name an issue and delete it at once one is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const problem = await desk.newIssue({ issue_type: 'known_problem' })
    const incident = await desk.newIssue({ issue_type: 'incident' })
    const [naming, removing] = await Promise.all([
      refusal(desk.client.issues.update({ issue_id: incident.id }, { details: { problem_id: problem.id } })),
      remove(problem.id),
    ])
    const { details } = await desk.client.issues.get({ issue_id: incident.id })
    const isNamed = 'problem_id' in details && details.problem_id === problem.id
    if (isNamed) expect(removing).toEqual(inUse)
    else expect([Array.isArray(naming), removing]).toEqual([true, undefined])
  }
})
