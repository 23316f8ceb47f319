import { operationGroups, type QuotaName, quotaNames } from '@commonhold/contract'
import { problem } from '../base/problem.ts'
import type { Reader } from '../db/statement.ts'
import type { WriteContext } from '../store/context.ts'
import { implement } from '../store/implement.ts'
import { assertFirstVersion } from '../system/first-version.rules.ts'
import { isOperatorNow, recordTraces } from '../system/tenants.repository.ts'
import type { Limits } from './limits.rules.ts'
import {
  readQuotaOf,
  readQuotas,
  readQuotasOf,
  resetLimit,
  setLimit,
  tenantNamed,
} from './quotas.repository.ts'

async function assertOperator(reader: Reader, userId: string): Promise<void> {
  if (!(await isOperatorNow(reader, userId)))
    throw problem(
      'permission_denied',
      { required_permission: '*' },
      'Only operators can read and set the quotas of any tenant. `GET /quotas` returns those of your own.',
    )
}

function quotaNamed(name: string): QuotaName {
  const found = quotaNames.find((one) => one === name)
  if (!found) throw problem('not_found')
  return found
}

export const quotaHandlers = (limits: Limits) =>
  implement(operationGroups.quotas, {
    list: (_, { reader, clock }) => readQuotas(reader, limits, clock.now()),
  })

export const tenantQuotaHandlers = (limits: Limits) =>
  implement(operationGroups.tenantQuotas, {
    list: async ({ params }, { reader, actor, clock }) => {
      await assertOperator(reader, actor.userId)
      return readQuotasOf(reader, await tenantNamed(reader, params.tenant_id), limits, clock.now())
    },
    set: async ({ params, body }, context) => {
      const { tx, actor, clock } = context
      await context.authorized()
      await assertOperator(tx, actor.userId)
      const tenant = await tenantNamed(tx, params.tenant_id)
      const name = quotaNamed(params.quota_name)
      const before = await readQuotaOf(tx, tenant, name, limits, clock.now())
      await setLimit(tx, tenant, name, body.limit)
      await recordLimit(context, tenant, name, before.limit, body.limit)
      return readQuotaOf(tx, tenant, name, limits, clock.now())
    },
    reset: async ({ params }, context) => {
      const { tx, actor, clock } = context
      await context.authorized()
      await assertOperator(tx, actor.userId)
      assertFirstVersion(context.ifMatch)
      const tenant = await tenantNamed(tx, params.tenant_id)
      const name = quotaNamed(params.quota_name)
      const before = await readQuotaOf(tx, tenant, name, limits, clock.now())
      if (!(await resetLimit(tx, tenant, name, limits))) throw problem('not_found')
      await recordLimit(context, tenant, name, before.limit, limits[name])
      return undefined
    },
  })

/** Records the change in the audit log of the tenant, where its owners see it. */
async function recordLimit(
  { tx, actor, audit }: WriteContext,
  tenant: string,
  name: QuotaName,
  from: number | null,
  to: number | null,
): Promise<void> {
  tx.selectTenant(tenant)
  recordTraces(tx, actor.userId, tenant)
  audit({
    action: 'updated',
    recordType: 'tenant',
    recordId: tenant,
    changes: [{ field: `quotas.${name}`, from, to }],
  })
}
