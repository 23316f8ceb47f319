import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { contract } from '../src/index.ts'
import { endpointsOf } from '../src/kernel/openapi/types.ts'

const source = new URL('../src/', import.meta.url)

/** The operationId of a value that is an operation, or those of the operations in it. */
function operationsIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  if ('operationId' in value) return [value.operationId]
  return Object.values(value).flatMap((one) => (one?.operationId ? [one.operationId] : []))
}

test('every operation that a file of an area exports is in the contract', async () => {
  const files = (await readdir(source, { recursive: true })).filter(
    (file) => file.includes('/') && file.endsWith('.ts') && !file.startsWith('kernel/'),
  )
  const modules = await Promise.all(files.map((file) => import(new URL(file, source).href)))
  const declared = modules.flatMap((module) => Object.values(module).flatMap(operationsIn))
  const placed = endpointsOf(contract).map(({ endpoint }) => endpoint.operationId)
  expect([...new Set(declared)].sort()).toEqual(placed.sort())
})
