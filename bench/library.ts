import { inBulk } from './bulk.ts'
import { type Stack, signUp } from './stack.ts'

/** The number of records of each kind. */
export interface LibrarySize {
  readonly assets: number
  readonly issues: number
  readonly persons: number
}

/** A tenant with records to search. */
export interface Library {
  readonly stack: Stack
  readonly headers: Record<string, string>
  readonly size: LibrarySize
  readonly model: string
  /** Seconds that loading took. */
  readonly seconds: number
}

export const products = ['Laptop', 'Monitor', 'Projector', 'Tablet', 'Printer', 'Camera', 'Router', 'Scanner']
const lines = ['Pro', 'Air', 'Plus', 'Mini', 'Max']
export const firstNames = 200
export const lastNames = 2_000
/** Titles have a word `topic0`, `topic1` and so on from each of these vocabularies; the larger it is, the rarer each word is. */
export const topics = [20, 200, 2_000, 20_000] as const

export const assetId = (n: number) => `01K1${String(n).padStart(22, '0')}`
export const tagOf = (n: number) => `A-${String(n).padStart(7, '0')}`

const list = (texts: readonly string[]) => `array[${texts.map((text) => `'${text}'`).join()}]`

/** Fills a tenant by SQL, with the same rows that the service would write. */
export async function fillLibrary(stack: Stack, size: LibrarySize): Promise<Library> {
  const { token, client, tenantId } = await signUp(stack.address, 'bench@example.org')
  const { id: userId } = await client.me.get()
  const model = await client.assetModels.create({ name: 'Bench', tracking_type: 'serialized' })
  const [type] = await client.locationTypes.list({ limit: 1 })
  const rooms: string[] = []
  for (let room = 1; type && room <= 20; room += 1)
    rooms.push((await client.locations.create({ name: `Room ${room}`, type_id: type.id })).id)
  const started = performance.now()
  await stack.sql`set statement_timeout = 0`
  await stack.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    const tables = ['assets', 'issues', 'persons']
    for (const table of tables) await sql.unsafe(`alter table ${table} disable trigger ${table}_search_words`)
    await inBulk(sql, [...tables, 'search_words'], async () => {
      await sql.unsafe(`
        insert into persons (id, display_name, external_id)
        select '01K2' || lpad(n::text, 22, '0'), 'First' || n * 7919 % ${firstNames} || ' Last' || n * 31 % ${lastNames}, 'P' || n
          from generate_series(1, ${size.persons}) n`)
      await sql.unsafe(`
        insert into assets (id, model_id, location_id, person_id, held_from, tracking_type, name, asset_tag, serial_number)
        select '01K1' || lpad(n::text, 22, '0'), '${model.id}',
               (${list(rooms)})[1 + n % ${rooms.length}], '01K2' || lpad((1 + n % ${size.persons})::text, 22, '0'), current_date, 'serialized',
               (${list(products)})[1 + n % ${products.length}] || ' ' || (${list(lines)})[1 + n / 8 % ${lines.length}] || ' ' || n % 1000,
               'A-' || lpad(n::text, 7, '0'), upper(substr(md5(n::text), 1, 12))
          from generate_series(1, ${size.assets}) n`)
      await sql.unsafe(`
        insert into issues (id, project_id, number, key, issue_type_id, issue_type, subtype, workflow_id, status_id, status,
                            status_category, priority_id, priority, priority_level, title, reporter_id, created_by)
        select '01K3' || lpad(n::text, 22, '0'), p.id, n, p.key || '-' || n, t.id, t.key, t.subtype, t.workflow_id, s.id, s.key,
               s.category, r.id, r.key, r.level,
               'Replace ' || ${topics.map((count, at) => `'topic' || n * ${[7919, 31, 104_729, 1_299_709][at]}::bigint % ${count} || ' '`).join(' || ')} || 'soon',
               '${userId}', '${userId}'
          from generate_series(1, ${size.issues}) n
          join projects p on p.key = 'SD' and p.tenant_id <> '${tenantId}'
          join issue_types t on t.key = 'task'
          join issue_statuses s on s.key = 'todo'
          join issue_priorities r on r.key = 'high'`)
      for (const [kind, table, title, codes] of [
        ['asset', 'assets', 'name', 'asset_tag, serial_number'],
        ['person', 'persons', 'display_name', 'external_id'],
        ['issue', 'issues', 'title', 'key'],
      ])
        await sql.unsafe(`
          insert into search_words (tenant_id, kind, word, record_id)
          select r.tenant_id, '${kind}', word, r.id
            from ${table} r cross join lateral unnest(commonhold_words_of(array[${title}], array[${codes}])) word`)
    })
    for (const table of tables) await sql.unsafe(`alter table ${table} enable trigger ${table}_search_words`)
  })
  await stack.sql`vacuum analyze`
  const seconds = Math.round((performance.now() - started) / 1_000)
  process.stdout.write(`filled: ${JSON.stringify(size)} in ${seconds} s\n`)
  return { stack, headers: { authorization: `Bearer ${token}` }, size, model: model.id, seconds }
}
