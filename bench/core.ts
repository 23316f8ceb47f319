import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { end, launch, median, rounded, signUp, startStack } from './stack.ts'

const CONNECTIONS = 32
const ROUNDS = 5
const SECONDS = 3
/** Seconds of load before the first round, so that V8 has compiled the code, as in a service that runs for days. */
const WARM_UP = 6
const ASSETS = 10_000

type Operation = 'get' | 'list' | 'create'

interface Target {
  readonly address: string
  readonly headers: Record<string, string>
  readonly assetId: string
  readonly modelId: string
}

/**
 * Compares the service with a baseline handler (no authentication, tenancy or validation), alternately in one run: get
 * one, list 50, create one, at 32 connections. Figures are the throughput of the service divided by that of the baseline,
 * median of the rounds.
 */
export async function core(): Promise<Record<string, unknown>> {
  const stack = await startStack()
  try {
    const { token, client, tenantId } = await signUp(stack.address, 'bench@example.org')
    const model = await client.assetModels.create({ name: 'Bench', tracking_type: 'serialized' })
    await stack.sql.begin(async (sql) => {
      await sql`select commonhold_select_tenant(${tenantId})`
      await sql`insert into assets (id, model_id, tracking_type, name, asset_tag, serial_number)
        select '01K1' || lpad(n::text, 22, '0'), ${model.id}, 'serialized', 'Asset ' || n, 'B-' || n, 'S-' || n from generate_series(1, ${ASSETS}) n`
      await sql`create table bare_assets (like assets including all)`
      // `like` does not copy foreign keys; with them, both handlers write to equal tables.
      const keys =
        await sql`select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = 'assets'::regclass and contype = 'f'`
      for (const { name, definition } of keys)
        await sql.unsafe(`alter table bare_assets add constraint ${name} ${definition}`)
      await sql`insert into bare_assets (id, tenant_id, model_id, tracking_type, name, asset_tag, serial_number)
        select id, tenant_id, model_id, tracking_type, name, asset_tag, serial_number from assets`
    })
    await stack.sql`analyze`
    const bare = await launch('node bare.ts', fileURLToPath(new URL('.', import.meta.url)), {
      TARGET: JSON.stringify(stack.database.owner),
      TENANT: tenantId,
      MODEL: model.id,
    })
    const assetId = `01K1${String(ASSETS / 2).padStart(22, '0')}`
    const targets: Record<'bare' | 'service', Target> = {
      bare: { address: bare.address, headers: {}, assetId, modelId: model.id },
      service: {
        address: stack.address,
        headers: { authorization: `Bearer ${token}` },
        assetId,
        modelId: model.id,
      },
    }
    const shares: Record<Operation, number> = { get: 0, list: 0, create: 0 }
    for (const operation of ['get', 'list', 'create'] as const)
      shares[operation] = await compare(operation, targets)
    const memory = await stack.peakMemory()
    await end(bare.child)
    return { ...shares, connections: CONNECTIONS, rounds: ROUNDS, peak_rss_mib: memory }
  } finally {
    await stack.stop()
  }
}

async function compare(
  operation: Operation,
  { bare, service }: Record<'bare' | 'service', Target>,
): Promise<number> {
  const shares: number[] = []
  for (const target of [bare, service]) await load(operation, target, WARM_UP)
  for (let round = 1; round <= ROUNDS; round += 1) {
    const base = await load(operation, bare, SECONDS)
    const ours = await load(operation, service, SECONDS)
    shares.push(ours / base)
    process.stdout.write(
      `${operation} ${round}/${ROUNDS}: bare ${Math.round(base)}/s, service ${Math.round(ours)}/s, ${rounded(ours / base)}\n`,
    )
  }
  return rounded(median(shares))
}

/** Requests per second. Throws if any answer is not a success. */
async function load(operation: Operation, target: Target, seconds: number): Promise<number> {
  const result = await autocannon({
    ...request(operation, target),
    connections: CONNECTIONS,
    duration: seconds,
    idReplacement: operation === 'create',
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${operation}: ${result.non2xx} refused, ${result.errors} failed`)
  return result['2xx'] / result.duration
}

function request(operation: Operation, { address, headers, assetId, modelId }: Target) {
  if (operation === 'get') return { url: `${address}/assets/${assetId}`, headers }
  if (operation === 'list') return { url: `${address}/assets?limit=50`, headers }
  const body = JSON.stringify({
    model_id: modelId,
    name: 'Made by the bench',
    serial_number: '[<id>]',
    asset_tag: '[<id>]',
  })
  return {
    url: `${address}/assets`,
    method: 'POST' as const,
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  }
}
