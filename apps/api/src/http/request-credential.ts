import type { EndpointSpec } from '@commonhold/contract'
import type { Credential } from '../auth/credential.ts'
import { ProblemException } from '../base/problem.ts'
import type { Service } from './service.ts'

/** The credential of a request. If none is required, an invalid token or key is treated as absent. */
export function credentialOf(
  { permission, withToken }: EndpointSpec,
  service: Service,
  authorization: string | null,
  source: string | null,
): Credential | null | Promise<Credential | null> {
  if (permission !== 'public') return authenticate(service, authorization, source)
  return withToken && authorization !== null ? goodCredential(service, authorization, source) : null
}

const authenticate = ({ apiKeys, tokens }: Service, authorization: string | null, source: string | null) =>
  apiKeys.authenticate(authorization, source) ?? tokens.authenticate(authorization)

async function goodCredential(
  service: Service,
  authorization: string,
  source: string | null,
): Promise<Credential | null> {
  try {
    return await authenticate(service, authorization, source)
  } catch (error) {
    if (error instanceof ProblemException && error.code === 'not_authenticated') return null
    throw error
  }
}
