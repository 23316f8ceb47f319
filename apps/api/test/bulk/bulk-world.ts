import { type ApiContract, ApiProblem, type Client } from '@commonhold/contract'
import { startService, type TestService, type TestUser } from '../service.ts'
import { createTenant } from '../world.ts'

/** A tenant with a model, for bulk requests on assets. */
export interface BulkWorld {
  readonly service: TestService
  readonly owner: TestUser
  readonly tenantId: string
  readonly client: Client<ApiContract>
  readonly modelId: string
  /** The body of a new asset. */
  asset(serial?: string): { model_id: string; name: string; serial_number: string }
  /** The number of assets and of their audit entries. */
  rows(): Promise<{ assets: number; audited: number }>
}

let serial = 0

/** Starts a service with a tenant. */
export async function startBulkWorld(): Promise<BulkWorld> {
  const service = await startService()
  const owner = await service.signUp()
  const tenantId = await createTenant(service, { owners: [owner] })
  const client = service.as(owner.token, tenantId)
  const { id: modelId } = await client.assetModels.create({ name: 'Laptop', tracking_type: 'serialized' })
  return {
    service,
    owner,
    tenantId,
    client,
    modelId,
    asset(number = `S-${++serial}`) {
      return { model_id: modelId, name: `Asset ${number}`, serial_number: number }
    },
    async rows() {
      const [found] = await service.database.sql.begin(async (sql) => {
        await sql`select commonhold_select_tenant(${tenantId})`
        return sql<{ assets: number; audited: number }[]>`
          select (select count(*)::int from assets where tenant_id = ${tenantId}) as assets,
                 (select count(*)::int from audit_log where tenant_id = ${tenantId} and operation like '%Asset') as audited`
      })
      if (!found) throw new Error('a count has a row')
      return found
    },
  }
}

/** The problem of a refused call. Throws if the call succeeds. */
export async function refusalOf(call: Promise<unknown>): Promise<ApiProblem> {
  try {
    await call
  } catch (error) {
    if (error instanceof ApiProblem) return error
    throw error
  }
  throw new Error('the call was not refused')
}
