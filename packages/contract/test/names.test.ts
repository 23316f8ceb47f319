import { describe, expect, test } from 'vitest'
import {
  bulkOperations,
  contract,
  type EndpointSpec,
  operationGroups,
  upsertOperations,
} from '../src/index.ts'
import { nameErrors } from '../src/kernel/audit/names.ts'
import { endpointsOf } from '../src/kernel/openapi/types.ts'

const operation = (operationId: string, method: EndpointSpec['method'], path: `/${string}`) => ({
  operationId,
  method,
  path,
  tag: 'Assets' as const,
  summary: 'Do it',
  permission: 'assets:read' as const,
  success: { status: 204 as const },
})

describe('operationIds and the names of the client follow from method and path', () => {
  test('of every operation', () => {
    expect(nameErrors(contract)).toEqual([])
  })

  test('no operation that is served is left out, and none is named twice', () => {
    const placed = endpointsOf(contract).map(({ endpoint }) => endpoint.operationId)
    const served = endpointsOf({ ...operationGroups, bulkOperations, upsertOperations }).map(
      ({ endpoint }) => endpoint.operationId,
    )
    expect(placed.sort()).toEqual(served.sort())
    expect(new Set(placed).size).toBe(placed.length)
  })

  test('a name of another form is an error', () => {
    const things = {
      get: operation('getThing', 'get', '/things/{thing_id}'),
      markLost: operation('markThingLost', 'post', '/things/{thing_id}/mark-lost'),
      history: { list: operation('listThingHistory', 'delete', '/things/{thing_id}/history/{entry_id}') },
      perform: operation('moveThing', 'post', '/things/{thing_id}/move'),
    }
    expect(nameErrors({ things })).toEqual([
      'things.history.list: the place is things.history.delete',
      'things.history.list: the operationId is deleteHistoryEntryOfThing, not listThingHistory',
      'things.perform: the place is things.move',
    ])
  })
})
