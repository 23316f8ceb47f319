import { BulkResult, permissionNames } from '@commonhold/contract'
import { getTableColumns } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { TestUser } from '../service.ts'
import { createProject, grantOnly } from '../world.ts'
import { bulkCollections, type Item, itemOf, type Named } from './bulk-calls.ts'
import { sampleOf, tableOf, validCall } from './calls.ts'
import { removeUnaudited } from './row-changes.ts'
import { send, useWorlds, type World } from './worlds.ts'

const worlds = useWorlds()
let member: TestUser
beforeAll(async () => {
  member = await worlds.service.signUp()
  worlds.observer.guard(worlds.mine.canary, member.token)
})

/** The permissions to name any record in a body. */
const reading = permissionNames.filter((name) => name.endsWith(':read'))

/** A bulk item for each operation, on separate records. */
async function itemsFor(named: readonly Named[]): Promise<Item[]> {
  const items: Item[] = []
  for (const one of named) items.push(itemOf(one, await validCall(worlds.mine, one)))
  return items
}

let serial = 0

interface Options {
  readonly world?: World
  readonly token?: string
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a bulk request that is answered with results. */
async function sendBulk(
  path: string,
  mode: 'atomic' | 'each',
  items: readonly Item[],
  options: Options = {},
) {
  const { world = worlds.mine, token = world.user.token, query = '', headers = {} } = options
  serial += 1
  const requestId = `every-bulk-${serial}`
  const response = await fetch(`${worlds.service.address}${path}${query}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-tenant-id': world.tenantId,
      'x-request-id': requestId,
      ...headers,
    },
    body: JSON.stringify({ mode, items }),
  })
  const text = await response.text()
  expect([response.status, text]).toEqual([200, text])
  const { results } = z.parse(BulkResult, JSON.parse(text))
  return { results, text, requestId, isReplayed: response.headers.has('idempotent-replayed') }
}

const statusesOf = ({ results }: Awaited<ReturnType<typeof sendBulk>>) => results.map(({ status }) => status)

/** The audit entries of requests, without values that differ between records: ids, times and numbers. */
async function audited(requestIds: readonly string[]) {
  const rows = await worlds.service.database.sql<Record<string, unknown>[]>`
    select operation, action, record_type, actor_id, actor_name, session_id, source, tenant_id, reason, notes, changes
      from audit_log where request_id = any(${[...requestIds]})`
  return rows.map(plain).sort()
}

const plain = (row: Record<string, unknown>) => {
  const { actor_id, session_id, tenant_id, ...rest } = row
  const text = JSON.stringify(rest)
    .replaceAll(/[0-7][0-9A-HJKMNP-TV-Z]{25}/gi, 'ID')
    .replaceAll(/[0-9]+/g, '#')
    // The first key of each kind has no number.
    .replaceAll(/"CN#?"/g, '"CN#"')
  return `${actor_id} ${session_id} ${tenant_id} ${text}`
}

describe.each(bulkCollections)('$path', ({ path, named }) => {
  test.each(['each', 'atomic'] as const)(
    '`%s` does what the single operations do, once, and a dry run does nothing',
    async (mode) => {
      const requestIds: string[] = []
      const expected: number[] = []
      for (const one of named) {
        const answer = await send(worlds.mine, one.endpoint, await validCall(worlds.mine, one))
        requestIds.push(answer.requestId)
        expected.push(answer.status)
      }
      const items = await itemsFor(named)
      const before = await worlds.fingerprint()
      expect(statusesOf(await sendBulk(path, mode, items, { query: '?dry_run=true' }))).toEqual(expected)
      expect(await worlds.fingerprint()).toBe(before)

      const headers = { 'idempotency-key': `${path} ${mode}`.replace(' ', '-') }
      const first = await sendBulk(path, mode, items, { headers })
      expect(statusesOf(first)).toEqual(expected)
      expect(await audited([first.requestId])).toEqual(await audited(requestIds))
      expect(await removeUnaudited(worlds.service.database.sql, [first.requestId])).toEqual([])

      const after = await worlds.fingerprint()
      const second = await sendBulk(path, mode, items, { headers })
      expect([second.isReplayed, second.text]).toEqual([true, first.text])
      expect(await worlds.fingerprint()).toBe(after)
      expect(await audited([second.requestId])).toEqual([])
    },
  )

  test('each item needs the permission of its own operation', async () => {
    const granted = named.every(({ endpoint }) => endpoint.permission === named[0]?.endpoint.permission)
      ? []
      : [named[0]?.endpoint.permission ?? '']
    const items = await itemsFor(named)
    await grantOnly(worlds.service, worlds.mine.tenantId, member, [...granted, ...reading])
    const isGranted = (permission: string) => granted.includes(permission)
    const denied = items.filter((_, at) => !isGranted(named[at]?.endpoint.permission ?? ''))
    const before = await worlds.fingerprint()
    const refused = await sendBulk(path, 'each', denied, { token: member.token })
    expect(new Set(statusesOf(refused))).toEqual(new Set([403]))
    expect(await worlds.fingerprint()).toBe(before)
    const { results } = await sendBulk(path, 'each', items, { token: member.token })
    expect(results.map(({ status, problem }) => [status, problem?.required_permission])).toEqual(
      named.map(({ endpoint }) =>
        isGranted(endpoint.permission) ? [endpoint.success.status, undefined] : [403, endpoint.permission],
      ),
    )
  })

  test('a record of another tenant is not found', async () => {
    const [first] = named.filter(({ endpoint }) => endpoint.path.includes('{'))
    if (!first) return
    const { params = {} } = await validCall(worlds.mine, first)
    const update = named.find(({ op }) => op === 'update')
    const patch = update && (await validCall(worlds.other, update)).body
    const before = await worlds.fingerprint()
    for (const one of named.filter(({ endpoint }) => endpoint.path.includes('{'))) {
      const body = one.op === 'update' ? patch : undefined
      const { results } = await sendBulk(path, 'each', [itemOf(one, { params, body })], {
        world: worlds.other,
      })
      expect([one.op, results[0]?.status]).toEqual([one.op, 404])
    }
    expect(await worlds.fingerprint()).toBe(before)
  })
})

const inProjects = bulkCollections.filter(({ group, named }) => {
  const { store } = sampleOf(group)
  const isNamed = store !== undefined && 'project_id' in getTableColumns(store.spec.table)
  return isNamed && named.some(({ op }) => op === 'update')
})

describe.each(inProjects)('$path, its permission held in one project', ({ group, path, named }) => {
  test('reaches the records of that project and no others', async () => {
    const { service, mine } = worlds
    const update = named.find(({ op }) => op === 'update')
    if (!update) throw new Error(`${path} has no update`)
    const [own, other] = [
      await createProject(service, mine.tenantId),
      await createProject(service, mine.tenantId),
    ]
    const items: Item[] = []
    for (const project_id of [own, other]) {
      const call = await validCall(mine, update)
      const item = itemOf(update, call)
      const { sql } = service.database
      await sql`update ${sql(tableOf(group))} set project_id = ${project_id} where id = ${item.id ?? ''}`
      items.push(item)
    }
    await grantOnly(service, mine.tenantId, member, [update.endpoint.permission], own)
    const statuses = statusesOf(await sendBulk(path, 'each', items, { token: member.token }))
    expect(statuses[0]).toBe(200)
    expect([403, 404]).toContain(statuses[1])
  })
})
