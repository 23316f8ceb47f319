import { expect } from 'vitest'
import { repeated } from '../repeated.ts'
import { type Reply, send } from '../security/send.ts'

/** The answer of a process of its own, which is 503 where a busy machine takes longer for it than a request may take. */
export const served = (request: () => Promise<Reply>): Promise<Reply> =>
  repeated(request, ({ status }) => status !== 503, 5)

/** The token of a new account of a process of its own. */
export async function signedUp(address: string, account: object): Promise<string> {
  const ask = (request: string) => served(() => send(address, request, { json: account }))
  const made = await ask('POST /me/signup')
  // The account may have been made although the answer came too late.
  const { status, json } = made.status === 409 ? await ask('POST /auth/token') : made
  expect([200, 201]).toContain(status)
  return String(json.access_token)
}
