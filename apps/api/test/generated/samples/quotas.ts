import { createTenant } from '../../world.ts'
import type { SamplesOf } from '../sample.ts'
import type { World } from '../worlds.ts'
import { operatorToken } from './operator-token.ts'

const ofTenant = async (world: World) => ({
  params: { tenant_id: world.tenantId },
  token: await operatorToken(world),
})
const ofQuota = async (world: World) => ({
  params: { tenant_id: world.tenantId, quota_name: 'issues' },
  token: await operatorToken(world),
})

export const quotaSamples: SamplesOf<'quotas' | 'tenantQuotas'> = {
  quotas: { others: { list: async () => ({}) } },
  tenantQuotas: {
    others: {
      list: ofTenant,
      set: async (world) => ({ ...(await ofQuota(world)), body: { limit: 1_000_000 } }),
      reset: async (world) => {
        const { params, token } = await ofQuota(world)
        // In a separate tenant, where no other test resets it meanwhile.
        const tenant_id = await createTenant(world.worlds.service, { owners: [world.user] })
        const call = { params: { ...params, tenant_id }, token }
        await world.worlds.service
          .as(call.token)
          .operator.tenants.quotas.set({ ...call.params }, { limit: 1_000_000 })
        return call
      },
    },
  },
}
