import type { EndpointSpec } from '@commonhold/contract'
import type { z } from 'zod'
import { quickParse } from './quick-check.ts'

/** The response does not match the contract: an internal error, which the caller did not cause. */
class ContractBreach extends Error {
  constructor(operationId: string, issues: readonly z.core.$ZodIssue[]) {
    super(
      `${operationId} answered against the contract: ${issues
        .slice(0, 5)
        .map((issue) => `${issue.path.join('.')}: ${issue.message}`)
        .join('; ')}`,
    )
    this.name = 'ContractBreach'
  }
}

/** The response as the contract declares it; undeclared members are removed. */
export function checkReply(endpoint: EndpointSpec, reply: unknown): unknown {
  if (endpoint.success.status === 204) return undefined
  if ('orNothing' in endpoint.success && reply === undefined) return undefined
  const result = quickParse(endpoint.success.body, reply)
  if (!result.success) throw new ContractBreach(endpoint.operationId, result.error.issues)
  return result.data
}

/** True for a response that the contract allows. */
export const isReply = ({ success }: EndpointSpec, reply: unknown): boolean =>
  success.status === 204 || quickParse(success.body, reply).success
