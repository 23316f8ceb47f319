import type { ReservedSql } from 'postgres'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startUntilWaiting } from '../waiting.ts'
import { codeOf, createRecord, errorCodesIn, recordCall, sampleOf, validCall } from './calls.ts'
import { operationNamed, operations } from './operations.ts'
import { watchedTables } from './row-changes.ts'
import { referencesOf } from './schema-walk.ts'
import { type Call, send, useWorlds } from './worlds.ts'

const worlds = useWorlds()

let deleting: ReservedSql
beforeAll(async () => {
  deleting = await worlds.service.database.sql.reserve()
})
afterAll(() => deleting.release())

/** Races in which the deletion fails, because another record refers to the one to delete. */
const rejected = new Set<string>()

/** Deletes the record with the id in a transaction that stays open. Returns false if others refer to it. */
async function beginDeletion(id: string): Promise<boolean> {
  const named = watchedTables.map((table) => `select '${table}' as name from "${table}" where id = '${id}'`)
  const [table] = await deleting.unsafe<{ name: string }[]>(named.join(' union all '))
  if (!table) throw new Error(`no record has the id ${id}`)
  await deleting`begin`
  try {
    await deleting.unsafe(`delete from "${table.name}" where id = '${id}'`)
    return true
  } catch (error) {
    await deleting`rollback`
    if (error instanceof postgres.PostgresError && /^23(001|503)$/.test(error.code)) return false
    throw error
  }
}

/** Selections ignore a deleted record, so they do not wait for the deletion. */
const selections: readonly string[] = ['me.selectProject with project_id']

/** Sends a request while the record is being deleted: the request sees the record, waits for the deletion, and must then fail. */
async function loseTo(id: string, place: string, request: () => ReturnType<typeof send>) {
  if (!(await beginDeletion(id))) {
    rejected.add(place)
    return undefined
  }
  const started = await startUntilWaiting(worlds.service.database.sql, request)
  await deleting`commit`
  const answer = await started.answer
  return { isOver: started.isOver, answer }
}

/** Every reference in a body, once for each operation that accepts it. */
const references = operations.flatMap(({ group, name, place, endpoint }) =>
  referencesOf(endpoint.body).map((member) => ({
    group,
    name,
    place: `${place} with ${member}`,
    endpoint,
    member,
  })),
)

describe.each(references)('$place', ({ group, name, place, endpoint, member }) => {
  test('loses to the deletion of the record that it names: the member is refused', async () => {
    const reference = sampleOf(group).references?.[member]
    if (!reference) throw new Error(`the sample of ${group} lacks ${member}`)
    const id = await reference.make(worlds.mine)
    const prepared = async (): Promise<Call> => {
      if (name === 'update')
        return { ...recordCall(group, (await createRecord(worlds.mine, group)).id), body: { [member]: id } }
      const call = await validCall(worlds.mine, operationNamed(group, name))
      const others = Object.entries(Object(call.body)).filter(
        ([other]) => !reference.insteadOf?.includes(other),
      )
      return { ...call, body: { ...Object.fromEntries(others), [member]: id } }
    }
    const call = await prepared()
    const lost = await loseTo(id, place, () => send(worlds.mine, endpoint, call))
    if (!lost) return
    if (selections.includes(place)) {
      expect([lost.isOver, lost.answer.status]).toEqual([true, 200])
      return
    }
    expect([lost.isOver, lost.answer.status, errorCodesIn(lost.answer)]).toEqual([
      false,
      422,
      [`body /${member} reference_not_found`],
    ])
  })
})

/** Operations that create something below the record in their path. */
const additions = operations.filter(
  ({ endpoint }) => endpoint.success.status === 201 && endpoint.path.includes('{'),
)

describe.each(additions)('$place', (operation) => {
  test('loses to the deletion of the record in its path: it is not found', async () => {
    const call = await validCall(worlds.mine, operation)
    const id = Object.values(call.params ?? {}).at(-1) ?? ''
    const lost = await loseTo(id, operation.place, () => send(worlds.mine, operation.endpoint, call))
    if (!lost) return
    expect([lost.isOver, lost.answer.status, codeOf(lost.answer)]).toEqual([false, 404, 'not_found'])
  })
})

test('every race is run, but for records that are kept by what belongs to them', () => {
  const ofMembers = [...rejected].filter((place) =>
    /(assignee|reporter|lead|user|default_tenant)_id$/.test(place),
  )
  expect([...rejected].filter((place) => !ofMembers.includes(place)).sort()).toEqual([
    // The person's current identity, a workflow with the statuses that a transition needs, and records with parts to copy.
    'contacts.createOfIdentity',
    'issueScreens.clone',
    'issueWorkflowTransitions.create with from_status_id',
    'issueWorkflowTransitions.create with to_status_id',
    'issueWorkflowTransitions.create with workflow_id',
    'issueWorkflowTransitions.update with from_status_id',
    'issueWorkflowTransitions.update with to_status_id',
    'issueWorkflows.clone',
  ])
})
