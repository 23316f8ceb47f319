import autocannon from 'autocannon'
import { inBulk } from './bulk.ts'
import { sizesOf } from './sizes.ts'
import { median, rounded, type Stack, signUp, startStack } from './stack.ts'

const CONNECTIONS = 16
const ROUNDS = 7
const SECONDS = 3
const CIRCULATIONS_EACH = 3
const BUILDINGS = 10
const ROOMS = 200
/** A prime, so that consecutive assets are in different rooms, and consecutive moves are of assets far apart. */
const STEP = 7919

const usual = { assets: 1_000_000, base: 10_000 }

const operations = ['get', 'list', 'circulate'] as const
type Operation = (typeof operations)[number]

/** A service whose tenant has `assets` assets. */
interface Inventory {
  readonly stack: Stack
  readonly headers: Record<string, string>
  readonly assets: number
  /** How many assets were moved. */
  moves: number
  /** Seconds that loading took. */
  readonly seconds: number
}

/**
 * Compares an inventory of a million assets, with three circulations each, with one of ten thousand, alternately in one
 * run: get one, list 50 within a building, move one. Figures are the throughput of the large inventory divided by that of
 * the small one, median of the rounds. Sizes by argument: `assets=1000000 base=10000`.
 */
export async function assets(words: readonly string[]): Promise<Record<string, unknown>> {
  const { assets: large, base: small } = sizesOf(words, usual)
  const stacks: Stack[] = []
  try {
    stacks.push(await startStack(), await startStack())
    const [first, second] = stacks as [Stack, Stack]
    const [few, many] = [await fill(first, small), await fill(second, large)]
    const shares: Record<Operation, number> = { get: 0, list: 0, circulate: 0 }
    for (const operation of operations) shares[operation] = await compare(operation, few, many)
    const peak_rss_mib = await many.stack.peakMemory()
    return {
      ...shares,
      passed: operations.every((operation) => shares[operation] >= 0.8),
      assets: large,
      against: small,
      loaded_in_seconds: many.seconds,
      connections: CONNECTIONS,
      rounds: ROUNDS,
      peak_rss_mib,
    }
  } finally {
    for (const stack of stacks) await stack.stop()
  }
}

const idOf = (kind: string, serial: number) => `01K${kind}${String(serial).padStart(22, '0')}`

/** Fills a tenant with buildings, rooms, and assets that were moved between the rooms. */
async function fill(stack: Stack, size: number): Promise<Inventory> {
  const { token, client, tenantId } = await signUp(stack.address, 'bench@example.org')
  const model = await client.assetModels.create({ name: 'Bench', tracking_type: 'serialized' })
  const type = await client.locationTypes.create({ name: 'Bench' })
  const started = performance.now()
  await stack.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    await sql`insert into locations (id, name, type_id, address)
      select '01K2' || lpad(n::text, 22, '0'), 'Building ' || n, ${type.id}, '{}' from generate_series(1, ${BUILDINGS}) n`
    await sql`insert into locations (id, name, type_id, address, parent_id)
      select '01K3' || lpad(n::text, 22, '0'), 'Room ' || n, ${type.id}, '{}', '01K2' || lpad((1 + n % ${BUILDINGS})::text, 22, '0')
        from generate_series(1, ${ROOMS}) n`
    await sql`insert into location_ancestors (location_id, ancestor_id, distance)
      select id, id, 0 from locations union all select id, parent_id, 1 from locations where parent_id is not null`
    await inBulk(sql, ['assets', 'asset_circulations'], async () => {
      await sql`insert into assets (id, model_id, tracking_type, name, asset_tag, serial_number, location_id, located_at)
        select '01K1' || lpad(n::text, 22, '0'), ${model.id}, 'serialized', 'Asset ' || n, 'B-' || n, 'S-' || n,
               '01K3' || lpad((1 + n::bigint * ${STEP} % ${ROOMS})::text, 22, '0'), now() - interval '1 day'
          from generate_series(1, ${size}) n`
      await sql`insert into asset_circulations (id, asset_id, tracking_type, circulation_type, location_id, occurred_at, correlation_id)
        select '01K4' || lpad(n::text, 22, '0'), '01K1' || lpad((1 + n % ${size})::text, 22, '0'), 'serialized', 'move',
               '01K3' || lpad((1 + n % ${ROOMS})::text, 22, '0'), now() - interval '2 days', '01K4' || lpad(n::text, 22, '0')
          from generate_series(1, ${size * CIRCULATIONS_EACH}) n`
    })
  })
  await stack.sql`vacuum analyze`
  const seconds = Math.round((performance.now() - started) / 1_000)
  process.stdout.write(`filled: ${size} assets, ${size * CIRCULATIONS_EACH} circulations in ${seconds} s\n`)
  return {
    stack,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    assets: size,
    moves: 0,
    seconds,
  }
}

async function compare(operation: Operation, few: Inventory, many: Inventory): Promise<number> {
  const shares: number[] = []
  for (const inventory of [few, many]) await load(operation, inventory, 1)
  for (let round = 1; round <= ROUNDS; round += 1) {
    // The order alternates, because the first run of a round finds another state of the machine than the second.
    const order = round % 2 ? [few, many] : [many, few]
    const rates = new Map<Inventory, number>()
    for (const inventory of order) rates.set(inventory, await load(operation, inventory, SECONDS))
    const [base = 0, ours = 0] = [rates.get(few), rates.get(many)]
    shares.push(ours / base)
    process.stdout.write(
      `${operation} ${round}/${ROUNDS}: ${few.assets} ${Math.round(base)}/s, ${many.assets} ${Math.round(ours)}/s, ${rounded(ours / base)}\n`,
    )
  }
  return rounded(median(shares))
}

/** Requests per second. Throws if any answer is not a success. */
async function load(operation: Operation, inventory: Inventory, seconds: number): Promise<number> {
  const result = await autocannon({
    url: inventory.stack.address,
    headers: inventory.headers,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [{ setupRequest: (request) => ({ ...request, ...next(operation, inventory) }) }],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${operation}: ${result.non2xx} refused, ${result.errors} failed`)
  return result['2xx'] / result.duration
}

const any = (count: number) => 1 + Math.floor(Math.random() * count)

function next(operation: Operation, inventory: Inventory): { path: string; method?: 'POST'; body?: string } {
  if (operation === 'get') return { path: `/assets/${idOf('1', any(inventory.assets))}` }
  if (operation === 'list')
    return {
      path: `/assets?limit=50&include_descendants=true&location_id=${idOf('2', any(BUILDINGS))}`,
    }
  return { path: '/asset-circulations', method: 'POST', body: JSON.stringify(nextMove(inventory)) }
}

/**
 * The next move. Each asset moves once before any moves again, always to another room, because a move to its present room is
 * refused.
 */
function nextMove(inventory: Inventory) {
  const { assets: count, moves } = inventory
  inventory.moves += 1
  const serial = 1 + ((moves * STEP) % count)
  const room = (serial * STEP + 1 + Math.floor(moves / count)) % ROOMS
  return { asset_id: idOf('1', serial), circulation_type: 'move', location_id: idOf('3', 1 + room) }
}
