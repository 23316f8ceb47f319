import { contract, mapEndpoints } from '@commonhold/contract'
import { describe, expect, it } from 'vitest'
import { auditOperations, operationWords } from '../../src/screens/settings/audit-words.ts'

/** The operationIds of the operations that write. */
const writing: string[] = []
mapEndpoints(contract, (endpoint) => {
  if (endpoint.method !== 'get') writing.push(endpoint.operationId)
})

const offered = Object.values(auditOperations).flat()
/** True for operations that other filters find, or that belong to no record of an organisation. */
const isFoundOtherwise = (operation: string) =>
  /^(bulk|create|delete|update|upsert)/.test(operation) ||
  /^(sign(In|Out|Up)|refreshToken|clearMySessions|setMy|readMy)/.test(operation) ||
  /^(preview|request|reset|verify|resendVerification|retryJob|setQuota)/.test(operation)

describe('the audit log', () => {
  it('says each operation in words', () => {
    expect(writing.length).toBeGreaterThan(250)
    expect(writing.filter((operation) => !operationWords(operation))).toEqual([])
  })

  it('can be narrowed to each move of a record', () => {
    expect(writing.filter((operation) => !isFoundOtherwise(operation)).toSorted()).toEqual(offered.toSorted())
  })

  it('shows what is no operation as it is called', () => {
    expect(operationWords('accounts unlock')).toBeUndefined()
    expect(operationWords('constructor')).toBeUndefined()
  })
})
