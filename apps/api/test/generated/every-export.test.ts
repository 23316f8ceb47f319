import { describe, expect, test } from 'vitest'
import { asking, lists } from './lists.ts'
import { send, useWorlds } from './worlds.ts'

const worlds = useWorlds()

describe.each(lists)('$place', (list) => {
  test('is exported whole, as its pages are', async () => {
    const call = await list.fill(worlds.mine)
    const { status, json, headers } = await send(worlds.mine, list.endpoint, {
      ...call,
      headers: { accept: 'application/x-ndjson' },
    })
    expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8'])
    const plain = await send(worlds.mine, list.endpoint, asking(call, { limit: 500 }))
    expect(json).toEqual(plain.json)
  })
})
