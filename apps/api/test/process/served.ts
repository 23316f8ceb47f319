import { expect } from 'vitest'
import { repeated } from '../repeated.ts'
import { type Reply, send } from '../security/send.ts'

/**
 * Sends a request to a service in a separate process. Repeats it after 503: a busy machine may exceed the time limit of a
 * request.
 */
export const served = (request: () => Promise<Reply>): Promise<Reply> =>
  repeated(request, ({ status }) => status !== 503, 5)

/** Signs up at a service in a separate process, and returns the token. */
export async function signedUp(address: string, account: object): Promise<string> {
  const sendAccount = (request: string) => served(() => send(address, request, { json: account }))
  const made = await sendAccount('POST /me/signup')
  // The account may exist although the answer came too late.
  const { status, json } = made.status === 409 ? await sendAccount('POST /auth/token') : made
  expect([200, 201]).toContain(status)
  return String(json.access_token)
}
