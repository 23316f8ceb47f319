import { repeated } from '../repeated.ts'
import { type Reply, send } from '../security/send.ts'

/** The answer of a process of its own, which is 503 where a busy machine takes longer for it than a request may take. */
export const served = (request: () => Promise<Reply>): Promise<Reply> =>
  repeated(request, ({ status }) => status !== 503, 5)

/** The token of a new account of a process of its own. */
export async function signedUp(address: string, account: object): Promise<string> {
  const { json } = await served(() => send(address, 'POST /me/signup', { json: account }))
  return String(json.access_token)
}
