import { startMailServer } from '@commonhold/api/test/mail-server'
import { sizesOf } from './sizes.ts'
import { type Stack, signUp, startStack } from './stack.ts'
import { areAlike, limitFor, rounded, triesOf } from './trust/distances.ts'

const usual = { requests: 3_000 }

/**
 * Timing side channel: whether response times distinguish known from unknown addresses, for forgotten passwords and for
 * invitations. Figures are distances of the area under the ROC curve (AUC) from 0.5; two of three runs decide. No address
 * is used twice.
 * Sizes by argument: `requests=3000` of each class.
 */
export async function timing(words: readonly string[]): Promise<Record<string, unknown>> {
  const { requests } = sizesOf(words, usual)
  const mail = await startMailServer()
  const stack = await startStack(async () => ({ ...mail.settings, MAIL_RATE: '0' }))
  try {
    const { token, client } = await signUp(stack.address, 'owner@example.org')
    const { id: tenantId } = await client.tenants.create({ name: 'Bench' })
    await addAccounts(stack, 8 * requests + 200)
    const post = async (path: string, status: number, email: string) => {
      const began = performance.now()
      const answer = await fetch(`${stack.address}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(status === 201 ? { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId } : {}),
        },
        body: JSON.stringify({ email }),
      })
      await answer.arrayBuffer()
      if (answer.status !== status) throw new Error(`${path} answered ${answer.status}`)
      return performance.now() - began
    }
    const forgotten = await tries(requests, (email) => post('/auth/forgot-password', 200, email))
    const invited = await tries(requests, (email) => post('/invitations', 201, email))
    const passed = [forgotten, invited].every((distances) => areAlike(distances, requests))
    const most = rounded(limitFor(requests))
    return { forgot_password: forgotten, invitations: invited, most, passed, requests }
  } finally {
    await stack.stop()
    await mail.stop()
  }
}

const asked = { known: 0, other: 0 }
/** Returns an address that was not used before. */
function nextAddress(kind: keyof typeof asked): string {
  asked[kind] += 1
  return `${kind}${String(asked[kind]).padStart(8, '0')}@example.org`
}

/** Measures the distances between known and unknown addresses. */
const tries = (requests: number, ask: (email: string) => Promise<number>): Promise<number[]> =>
  triesOf(requests, [() => ask(nextAddress('known')), () => ask(nextAddress('other'))])

/** Adds accounts to which no password fits. */
async function addAccounts({ sql }: Stack, count: number): Promise<void> {
  await sql`
    insert into users (id, email, email_verified_at, display_name, password_hash)
    select '01K4' || lpad(n::text, 22, '0'), 'known' || lpad(n::text, 8, '0') || '@example.org', now(), 'Known ' || n, 'none'
      from generate_series(1, ${count}::int) n`
  await sql`vacuum analyze`
}
