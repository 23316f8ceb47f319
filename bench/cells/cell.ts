import { contract, createClient } from '@commonhold/contract'
import { type Stack, startStack } from '../stack.ts'
import { PASSWORD } from '../trust/cluster.ts'

/** A cell: a complete installation, with one tenant at the start. */
export interface Cell {
  /** The backend of the router. */
  readonly backend: string
  /** The host name of the cell itself. */
  readonly host: string
  readonly stack: Stack
  /** The access token of its operator. */
  readonly operator: string
  readonly tenant: CellTenant
}

/** A tenant with its host name, and its owner. */
export interface CellTenant {
  readonly id: string
  readonly slug: string
  readonly host: string
  readonly email: string
  readonly token: string
  readonly modelId: string
  readonly assetId: string
}

/** Starts a cell whose tenant has `assets` assets. */
export async function startCell(
  letter: 'a' | 'b',
  name: string,
  host: string,
  assets: number,
): Promise<Cell> {
  const admin = { email: `operator@${letter}.example.org`, password: PASSWORD }
  const stack = await startStack(async () => ({
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    TRUST_PROXY: '1',
    SIGN_UP: 'open',
  }))
  try {
    const anonymous = createClient(contract, { baseUrl: stack.address })
    const { access_token: operator } = await anonymous.auth.createToken(admin)
    const tenant = await openTenant(stack, { name, host, email: `owner@${host}` }, assets)
    return { backend: `cell_${letter}`, host: `${letter}.example.org`, stack, operator, tenant }
  } catch (error) {
    await stack.stop()
    throw error
  }
}

async function openTenant(
  { address, sql }: Stack,
  { name, host, email }: { readonly name: string; readonly host: string; readonly email: string },
  assets: number,
): Promise<CellTenant> {
  const { access_token: token } = await createClient(contract, { baseUrl: address }).me.signUp({
    email,
    password: PASSWORD,
  })
  const { id, slug } = await createClient(contract, { baseUrl: address, token }).tenants.create({ name })
  const owner = createClient(contract, { baseUrl: address, token, tenantId: id })
  const model = await owner.assetModels.create({ name: 'Laptop', tracking_type: 'serialized' })
  // Ids must be unique across cells, like those that the service generates.
  const prefix = id.slice(0, 18)
  await sql.begin(async (tx) => {
    await tx`select commonhold_select_tenant(${id})`
    await tx`
      insert into assets (id, model_id, tracking_type, name, asset_tag, serial_number)
      select ${prefix} || lpad(n::text, 8, '0'), ${model.id}, 'serialized', 'Asset ' || n, 'B-' || n, 'S-' || n
        from generate_series(1, ${assets}::int) n`
  })
  await sql`vacuum analyze`
  return { id, slug, host, email, token, modelId: model.id, assetId: `${prefix}00000001` }
}
