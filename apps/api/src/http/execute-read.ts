import type { ReadPools } from '../auth/authorize.ts'
import type { Credential } from '../auth/credential.ts'
import type { Implementation } from '../store/implement.ts'
import { withCaller } from './caller.ts'
import { checkReply } from './check-reply.ts'
import type { CheckedRequest } from './checked-request.ts'
import { type Executed, executed } from './execute.ts'
import { inclusionOfPage, withIncluded, withoutInclude } from './include.ts'
import { readOn } from './replica-reads.ts'
import { readContext, readerOf } from './request-contexts.ts'
import { success } from './respond.ts'
import type { Service } from './service.ts'

/** Runs a read of a signed-in user. */
export const executeRead = (
  service: Service,
  implementation: Implementation,
  request: CheckedRequest,
  token: Credential,
): Promise<Executed> =>
  readOn(service, implementation.endpoint, request, token, (pools) =>
    readFrom(pools, service, implementation, request, token),
  )

async function readFrom(
  pools: ReadPools,
  service: Service,
  { endpoint, handle }: Implementation,
  request: CheckedRequest,
  token: Credential,
): Promise<Executed> {
  const headers: Record<string, string> = {}
  const reader = readerOf(pools, endpoint, request, token)
  const { names, query } = withoutInclude(withCaller(endpoint, request.query, token.userId))
  const inclusion = inclusionOfPage(service, endpoint, names)
  const context = { ...readContext(service, request, token, headers, reader), inclusion }
  const handled = await handle({ ...request, query }, context)
  const reply = await withIncluded(service, endpoint, names, reader, handled, inclusion)
  return executed(success(endpoint, request, checkReply(endpoint, reply), headers), await reader.authorized())
}
