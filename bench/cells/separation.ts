import { atOnce, inTurns } from '../trust/ask.ts'
import { PASSWORD } from '../trust/cluster.ts'
import type { Cell } from './cell.ts'
import { askHost, bodyOf } from './host.ts'
import type { Router } from './router.ts'

const REQUESTS = 500
/** A client address that does not exist on this machine. */
const FORGED = '203.0.113.9'

/**
 * Checks that requests to the host name of a tenant only reach its cell, that a cell refuses the tokens of the other, that
 * an unknown host name reaches neither, that links in mails lead to the tenant's host name, and that clients cannot forge
 * their address.
 */
export async function separation(router: Router, [a, b]: readonly [Cell, Cell]) {
  const ask = (host: string, what: string, asked = {}) => askHost(router.port, host, what, asked)
  const reached: Record<string, number> = {}
  let answered = 0
  for (const { backend, tenant } of [a, b]) {
    const before = await router.requests()
    const answers = await inTurns(REQUESTS, 8, () =>
      ask(tenant.host, 'GET /assets?limit=1', { token: tenant.token, tenantId: tenant.id }),
    )
    const after = await router.requests()
    answered += answers.filter(({ status }) => status === 200).length
    for (const other of [a.backend, b.backend]) {
      const count = (after[other] ?? 0) - (before[other] ?? 0)
      if (other !== backend) reached.other_cell = (reached.other_cell ?? 0) + count
      else reached.own_cell = (reached.own_cell ?? 0) + count
    }
  }
  const crossed = await atOnce(2, (n) => {
    const [own, other] = n === 0 ? [a, b] : [b, a]
    const { token, id: tenantId } = own.tenant
    return Promise.all(
      ['GET /me', 'GET /assets', `DELETE /assets/${own.tenant.assetId}`].map((what) =>
        ask(other.tenant.host, what, { token, tenantId }),
      ),
    )
  })
  const foreignTokens = [...new Set(crossed.flat().map(({ status }) => status))]
  const { status: unknownHost } = await ask('nobody.example.org', 'GET /me')
  const { headers } = await ask(a.host, `GET /t/${a.tenant.slug}/issues/L-1`)
  const signedIn = await ask(a.tenant.host, 'POST /auth/token', {
    json: { email: a.tenant.email, password: PASSWORD },
    headers: { 'x-forwarded-for': FORGED },
  })
  const token = String(bodyOf(signedIn).access_token)
  const sessions = await ask(a.tenant.host, 'GET /me/sessions', { token })
  const passed =
    answered === 2 * REQUESTS &&
    reached.own_cell === 2 * REQUESTS &&
    reached.other_cell === 0 &&
    foreignTokens.join() === '401' &&
    unknownHost === 421 &&
    headers.location === `http://${a.tenant.host}/t/${a.tenant.slug}/issues/L-1` &&
    !sessions.text.includes(FORGED)
  return {
    requests: 2 * REQUESTS,
    answered,
    ...reached,
    foreign_token: foreignTokens,
    unknown_host: unknownHost,
    link_of_mail: headers.location,
    passed,
  }
}
