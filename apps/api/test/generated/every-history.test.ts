import { HistoryEntry } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { grantOnly } from '../world.ts'
import { createRecord, recordCall, sampleOf } from './calls.ts'
import { lists, rowsOf } from './lists.ts'
import { type GroupName, operationNamed } from './operations.ts'
import { send, useWorlds } from './worlds.ts'

const worlds = useWorlds()

describe.each(lists.filter(({ group }) => group === 'histories'))('$place', (list) => {
  // Histories have the names of the groups whose records they are about.
  const group = list.name as GroupName

  test('has an entry for each version of the record, with the values of its members', async () => {
    const call = await list.fill(worlds.mine)
    const entries = z.parse(z.array(HistoryEntry), await rowsOf(worlds.mine, list, call))
    const [id = ''] = Object.values(call.params ?? {})
    const record = (await send(worlds.mine, operationNamed(group, 'get').endpoint, recordCall(group, id)))
      .json
    expect(entries[0]).toMatchObject({ action: 'created' })
    expect(entries.at(-1)?.version).toBe(Object(record).version)
    const versions = entries.map(({ version }) => version ?? 0)
    expect(versions).toEqual(versions.toSorted((a, b) => a - b))
    if (sampleOf(group).patch) expect(entries.length).toBeGreaterThan(1)
    const changes = entries.flatMap((entry) => entry.changes)
    expect(Object.keys(Object(record))).toEqual(expect.arrayContaining(changes.map(({ field }) => field)))
    const last = new Map(changes.map(({ field, to }) => [field, to]))
    for (const [field, to] of last) expect({ [field]: to }).toEqual({ [field]: Object(record)[field] })
  })
})

test('the history of an invitation says that it was revoked, and by whom', async () => {
  const { client, unique, user } = worlds.mine
  const email = `${unique().replaceAll(/\W/g, '')}@example.org`
  const { id: invitation_id } = await client.invitations.create({ email })
  await client.invitations.delete({ invitation_id })
  const last = (await client.invitations.history.list({ invitation_id })).at(-1)
  expect(last).toMatchObject({ actor_id: user.id })
  expect(last?.changes).toContainEqual({ field: 'status', from: 'pending', to: 'revoked' })
})

test('what the issue of a repair keeps is hidden in the history of the repair from who may not read it', async () => {
  const { service, mine } = worlds
  const { id: repair_id } = await createRecord(mine, 'assetRepairs')
  const title = mine.unique()
  await mine.client.assetRepairs.update({ repair_id }, { title, vendor: 'Lenovo again' })
  const reader = await service.signUp()
  await grantOnly(service, mine.tenantId, reader, ['assets:read'])
  const { assetRepairs } = service.as(reader.token, mine.tenantId)
  const { redacted } = await assetRepairs.get({ repair_id })
  const changesIn = (entries: readonly HistoryEntry[]) => entries.flatMap(({ changes }) => changes)
  const changes = changesIn(await assetRepairs.history.list({ repair_id }))
  const ofIssue = changes.filter(({ field }) => redacted.some((member) => member === field))
  expect(ofIssue).toContainEqual({ field: 'title', from: null, to: null })
  for (const { from, to } of ofIssue) expect([from, to]).toEqual([null, null])
  expect(changes).toContainEqual(expect.objectContaining({ field: 'vendor', to: 'Lenovo again' }))
  expect(changesIn(await mine.client.assetRepairs.history.list({ repair_id }))).toContainEqual(
    expect.objectContaining({ field: 'title', to: title }),
  )
})
