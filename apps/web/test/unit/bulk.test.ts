import type { BulkItemResult } from '@commonhold/contract'
import { ApiUnreachable } from '@commonhold/contract/client'
import { i18n } from '@lingui/core'
import { beforeAll, expect, test } from 'vitest'
import { onEach } from '../../src/records/bulk.ts'

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages: {} }))

const MOST = 500
const records = Array.from({ length: 2 * MOST }, (_, at) => at)

const sentWith = (answer: (request: number) => Promise<unknown>) => {
  const sizes: number[] = []
  const succeeded = onEach(
    records,
    (index) => index,
    async (items) => {
      sizes.push(items.length)
      await answer(sizes.length)
      return { results: items.map((index): BulkItemResult => ({ index, status: 200, id: null, version: 1 })) }
    },
    (count) => `${count} could not be changed.`,
  )
  return { sizes, succeeded }
}

test('more records than one request may have are sent in several', async () => {
  const { sizes, succeeded } = sentWith(async () => undefined)
  expect(await succeeded).toEqual(records)
  expect(sizes).toEqual([MOST, MOST])
})

test('what succeeded before a request without an answer is returned', async () => {
  const { succeeded } = sentWith(async (request) => {
    if (request === 2) throw new ApiUnreachable('network')
  })
  expect(await succeeded).toEqual(records.slice(0, MOST))
})

test('a first request without an answer fails as a whole', async () => {
  const { sizes, succeeded } = sentWith(async () => {
    throw new ApiUnreachable('network')
  })
  await expect(succeeded).rejects.toThrow(ApiUnreachable)
  expect(sizes).toEqual([MOST])
})
