import { expect, test } from 'vitest'
import { JobShares } from '../../src/jobs/job-shares.ts'
import { defaultLimits } from '../../src/quotas/limits.rules.ts'
import { webhookShares } from '../../src/webhooks/webhook-sender.service.ts'

const endpoints = Array.from({ length: Number(defaultLimits.webhook_endpoints) }, (_, n) => `endpoint ${n}`)

/** Begins as many jobs of each group, in turn, as are allowed. Returns the number per group. */
const fill = (shares: JobShares, tenantId: string, groups: readonly string[]) =>
  groups.map((group) => {
    let begun = 0
    while (shares.begin({ tenantId, group })) begun += 1
    return begun
  })

test('each endpoint of a tenant has a delivery under way, whichever of them answer late', () => {
  const begun = fill(new JobShares(webhookShares), 'one', endpoints)
  expect(begun.slice(0, 4)).toEqual([4, 4, 4, 4])
  expect(Math.min(...begun)).toBe(1)
})

test('tenants whose endpoints all answer late leave slots to others', () => {
  const shares = new JobShares(webhookShares)
  const begun = ['one', 'two', 'three', 'four'].flatMap((tenant) => fill(shares, tenant, endpoints))
  const free = webhookShares.slots - begun.reduce((sum, one) => sum + one)
  expect(free).toBeGreaterThanOrEqual(webhookShares.perTenant)
})

test('what ends makes room, and one that may not begin is passed over until then', () => {
  const shares = new JobShares({ perGroup: 1, perTenant: 2 })
  const [owner, other] = ['a', 'b'].map((group) => ({ tenantId: 'one', group })) as [
    { tenantId: string; group: string },
    { tenantId: string; group: string },
  ]
  expect([shares.begin(owner), shares.begin(owner), shares.full]).toEqual([true, false, ['a']])
  expect([shares.begin(other), shares.begin({ tenantId: 'one', group: 'c' })]).toEqual([true, false])
  shares.end(owner)
  expect([shares.full, shares.begin(owner)]).toEqual([['b'], true])
})
