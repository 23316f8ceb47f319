import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { waitForEarlierTransactions } from '../../src/backup/earlier-transactions.ts'
import { exportTenant } from '../../src/backup/export-tenant.ts'
import { importTenant } from '../../src/backup/import-tenant.ts'
import { readTenantFile } from '../../src/backup/tenant-file.ts'
import { leftBehind, tenantTables } from '../../src/backup/tenant-tables.ts'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { createDatabase, type TestDatabase } from '../database.ts'
import { PASSWORD, startService, type TestService, type TestUser } from '../service.ts'
import { gateTo } from './gate.ts'

let source: TestService
let target: TestDatabase
let owner: TestUser
let member: TestUser
let slug: string
let tenantId: string
let assetId: string
const folder = mkdtempSync(join(tmpdir(), 'commonhold-'))
const file = join(folder, 'tenant.gz')

/** Runs `work` on one connection as the owner of the tables, as commands do. */
async function asOwner<T>(
  { owner: address }: TestDatabase,
  work: (sql: postgres.Sql) => Promise<T>,
): Promise<T> {
  const { url, prepare: _, assumeRole: __, ...rest } = address
  const options = { ...rest, max: 1, onnotice: () => {}, connection: { TimeZone: 'UTC' } }
  const sql = url ? postgres(url, options) : postgres(options)
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

beforeAll(async () => {
  source = await startService({ ROLE: 'all' })
  target = await createDatabase()
  owner = await source.signUp()
  member = await source.signUp()
  const tenant = await owner.client.tenants.create({ name: 'Leeds Grammar School' })
  tenantId = tenant.id
  slug = tenant.slug
  const client = source.as(owner.token, tenantId)
  const { id: groupId } = (await client.groups.list({ key: ['users'] }))[0] ?? { id: '' }
  await source.database.sql`insert into user_tenants (user_id, tenant_id) values (${member.id}, ${tenantId})`
  await client.groups.memberships.create({ group_id: groupId }, { user_id: member.id })
  const model = await client.assetModels.create({ name: 'Größe "10" \\N', tracking_type: 'serialized' })
  const asset = await client.assets.create({
    model_id: model.id,
    name: 'Laptop',
    serial_number: 'S-1',
    external_ids: [{ source: 'sis', id: '7' }],
  })
  assetId = asset.id
  const issue = await client.issues.create({ title: 'The screen is broken', assignee_id: member.id })
  await client.issues.comments.create({ issue_id: issue.id }, { body: 'It fell.\nTwice.\u2028Thrice.' })
  const person = await client.persons.create({ identity: { first_name: 'Ada', last_name: 'Núñez' } })
  await client.assets.assignments.create({ asset_id: asset.id }, { person_id: person.id })
  await client.serviceAccounts.create({ name: 'Sync' })
  // The types match no event of this test: a delivery after the export would change the row of the endpoint.
  await client.webhookEndpoints.create({ url: 'https://hooks.example.org/', types: ['location.*'] })
  // The service creates notifications in the background. The export must contain them.
  await vi.waitFor(
    async () => expect((await rowsIn(source.database)).get('notifications')).toHaveLength(2),
    60_000,
  )
  await asOwner(source.database, (sql) => exportTenant(sql, slug, file, true))
})
afterAll(async () => {
  await source.stop()
  await target.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** The rows of each table of the tenant, as sorted texts. */
const rowsIn = (database: TestDatabase) =>
  asOwner(database, (sql) =>
    sql.begin(async (tx) => {
      await tx`select commonhold_select_tenant(${tenantId})`
      const found: [string, string[]][] = []
      for (const { name, columns } of await tenantTables(tx)) {
        const rows = await tx<{ row: string }[]>`
          select row_to_json(r)::text as row from (select ${tx(columns)} from ${tx(name)} where tenant_id = ${tenantId}) r order by 1`
        found.push([name, rows.map(({ row }) => row)])
      }
      return new Map(found)
    }),
  )

/** The expected rows after an import: without the entries that it adds, and with the values that it resets. */
const expectedIn = (name: string, rows: readonly string[] = []) =>
  name === 'audit_log'
    ? rows.filter((row) => !row.includes('"importTenant"'))
    : name === 'webhook_endpoints'
      ? rows.map((row) => ({
          ...JSON.parse(row),
          secret: '',
          enabled: false,
          cursor_xid: '',
          cursor_id: '',
        }))
      : rows

const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'it was imported',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
const importFrom = (path: string, mergesUnverified = false) =>
  asOwner(target, (sql) => importTenant(sql, path, mergesUnverified))

test('every table with rows of tenants is exported, or stays behind on purpose', async () => {
  const all = await source.database.sql<{ name: string }[]>`
    select c.relname::text as name from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
     where c.relnamespace = 'public'::regnamespace and a.attname = 'tenant_id' and not c.relispartition`
  const exported = (await tenantTables(source.database.sql)).map(({ name }) => name)
  expect([...exported, ...Object.keys(leftBehind)].sort()).toEqual(all.map(({ name }) => name).sort())
  const head = JSON.parse(gunzipSync(readFileSync(file)).toString().split('\n')[0] ?? '')
  expect(head.tables.map(({ name }: { name: string }) => name)).toEqual(['users', 'tenants', ...exported])
})

test('neither secrets nor sessions are in the file, and passwords are only where they are requested', async () => {
  const plain = join(folder, 'plain.gz')
  await asOwner(source.database, (sql) => exportTenant(sql, tenantId, plain, false))
  const text = gunzipSync(readFileSync(plain)).toString()
  expect(text).not.toMatch(/argon2|whsec_|refresh_hash|secret_hash/)
  expect(text).toContain(owner.email)
  expect(gunzipSync(readFileSync(file)).toString()).toContain('argon2')
})

test('a file that is damaged, cut off or of another schema is refused, and nothing of it stays', async () => {
  const whole = gunzipSync(readFileSync(file)).toString()
  // Some readers also end a line at this character.
  expect(whole).not.toContain('\u2028')
  const broken = (name: string, content: Buffer) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }
  const lines = whole.trimEnd().split('\n')
  const changed = broken('changed.gz', gzipSync(whole.replace('Laptop', 'Desktop')))
  const cut = broken('cut.gz', readFileSync(file).subarray(0, -200))
  const short = broken('short.gz', gzipSync(`${lines.slice(0, -5).join('\n')}\n`))
  const schema = broken(
    'schema.gz',
    gzipSync(whole.replace(/"migrations":\d+,"digest":"\w+"/, '"migrations":3,"digest":"other"')),
  )
  expect(await refusalOf(importFrom(changed))).toContain('is damaged')
  expect(await refusalOf(importFrom(cut))).toContain('is damaged')
  expect(await refusalOf(importFrom(short))).toMatch(/damaged|fewer rows/)
  expect(await refusalOf(importFrom(schema))).toContain('with 3 migrations')
  expect(await refusalOf(importFrom(broken('text.gz', Buffer.from('no gzip'))))).toContain('is damaged')
  expect(await refusalOf(importFrom(join(folder, 'nowhere.gz')))).toMatch(/cannot be read: ENOENT/)
  expect(await refusalOf(importFrom(folder))).toMatch(/cannot be read: EISDIR/)
  // Forged files have a valid checksum.
  const forged = (name: string, from: string, to: string) => {
    const body = `${lines.slice(0, -1).join('\n').replaceAll(from, to)}\n`
    const sha256 = createHash('sha256').update(body).digest('hex')
    return broken(name, gzipSync(`${body}${JSON.stringify({ rows: lines.length - 2, sha256 })}\n`))
  }
  const membership = `"user_id":"${member.id}","tenant_id":`
  const elsewhere = forged('elsewhere.gz', `${membership}"${tenantId}"`, `${membership}"${ROOT_TENANT_ID}"`)
  expect(await refusalOf(importFrom(elsewhere))).toContain('belong to another tenant')
  expect(await refusalOf(importFrom(forged('root.gz', '"is_root":false', '"is_root":true')))).toContain(
    'tenants',
  )
  expect(
    await refusalOf(importFrom(forged('columns.gz', '"columns":["user_id"', '"columns":["id"'))),
  ).toContain('other tables')
  const [left] = await target.sql`
    select (select count(*)::int from tenants where slug = ${slug}) as tenants, (select count(*)::int from users) as users`
  expect(left).toEqual({ tenants: 0, users: 0 })
})

test('a tenant arrives row by row, its members sign in, and events continue', async () => {
  const before = await rowsIn(source.database)
  await importFrom(file)
  const after = await rowsIn(target)
  expect([...after.keys()]).toEqual([...before.keys()])
  for (const [name, rows] of before)
    expect([name, expectedIn(name, after.get(name))]).toEqual([name, expectedIn(name, rows)])
  expect(before.get('search_words')?.length).toBeGreaterThan(3)
  expect(await refusalOf(importFrom(file))).toContain(
    `A tenant with this id or slug already exists: ${slug}.`,
  )
  const [loose] = await target.sql`
    select count(*) filter (where c.condeferrable and c.contype = 'f')::int as keys,
           (select count(*)::int from pg_trigger t where not t.tgisinternal and t.tgenabled = 'D') as triggers
      from pg_constraint c where c.connamespace = 'public'::regnamespace`
  expect(loose).toEqual({ keys: 0, triggers: 0 })

  const there = await startService({}, target)
  try {
    const { access_token } = await there.anonymous.auth.createToken({
      email: member.email,
      password: PASSWORD,
    })
    const client = there.as(access_token, tenantId)
    expect(await client.assets.get({ asset_id: assetId })).toMatchObject({ name: 'Laptop', status: 'active' })
    expect(await client.search.list({ q: 'nunez' })).toHaveLength(1)
    const { next } = await client.events.head.get({})
    await client.assets.update({ asset_id: assetId }, { name: 'Tablet' })
    // An older transaction on the server may delay events of the import until after the head.
    await expect
      .poll(async () => (await client.events.get({ after: next })).events.at(-1)?.subject)
      .toBe(`asset/${assetId}`)
    const [endpoint] = await there
      .as(
        (await there.anonymous.auth.createToken({ email: owner.email, password: PASSWORD })).access_token,
        tenantId,
      )
      .webhookEndpoints.list({})
    expect(endpoint).toMatchObject({ url: 'https://hooks.example.org/', enabled: false })
  } finally {
    await there.stop()
  }
})

test('an account of the same address is the member, once it has shown that it gets mail there', async () => {
  const other = await createDatabase()
  const there = await startService({}, other)
  try {
    const account = await there.anonymous.me.signUp({ email: member.email, password: 'another password' })
    const { id } = await there.as(account.access_token).me.get()
    const merge = (mergesUnverified: boolean) =>
      asOwner(other, (sql) => importTenant(sql, file, mergesUnverified))
    expect(await refusalOf(merge(false))).toContain(member.email)
    await other.sql`update users set email_verified_at = now() where id = ${id}`
    expect(await merge(false)).toMatchObject({ slug, merged: 1 })
    const client = there.as(account.access_token, tenantId)
    const [issue] = await client.issues.list({})
    expect(issue).toMatchObject({ title: 'The screen is broken', assignee_id: id })
    const { access_token } = await there.anonymous.auth.createToken({
      email: owner.email,
      password: PASSWORD,
    })
    expect(await there.as(access_token, tenantId).users.list({ sort: ['id'] })).toHaveLength(2)
  } finally {
    await there.stop()
    await other.drop()
  }
})

test('`-` is standard output: the file is there and nothing else, and what was exported is on standard error', async () => {
  const [row] = await source.database.sql`select current_database() as name`
  const gate = await gateTo({ ...inject('cluster').owner, database: String(row?.name) })
  await gate.open()
  const command = join(import.meta.dirname, '../../src/command.ts')
  const env = { PATH: process.env.PATH, DATABASE_URL: gate.url }
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [command, 'export-tenant', slug, '-'],
    { env, encoding: 'buffer', maxBuffer: 2 ** 26 },
  )
  expect(stderr.toString()).toMatch(/^Exported \d+ rows of \d+ tables, SHA-256 [0-9a-f]{64}\.\n$/)
  const received = join(folder, 'received.gz')
  writeFileSync(received, stdout)
  const { head, rows } = await readTenantFile(received)
  expect(head.tenant.id).toBe(tenantId)
  let count = 0
  for await (const _ of rows) count += 1
  expect(count).toBe(head.tables.reduce((sum, table) => sum + table.rows, 0))
})

test('the file of an archived tenant has what requests write that had begun before', async () => {
  const late = join(folder, 'late.gz')
  await source.database.sql`update tenants set archived_at = now() where id = ${tenantId}`
  await asOwner(source.database, (other) =>
    other.begin(async (tx) => {
      await tx`select commonhold_select_tenant(${tenantId})`
      const exporting = asOwner(source.database, (own) => exportTenant(own, slug, late, false))
      exporting.catch(() => {})
      await Promise.race([exporting, wait(1_000)])
      await tx`update assets set notes = 'Written late' where id = ${assetId}`
      return { exporting }
    }),
  ).then(({ exporting }) => exporting)
  expect(gunzipSync(readFileSync(late)).toString()).toContain('Written late')
})

test('transactions that do not end are named', async () => {
  const begun = Promise.withResolvers<number>()
  const over = Promise.withResolvers<void>()
  const running = asOwner(source.database, (other) =>
    other.begin(async (tx) => {
      const [row] = await tx`select pg_backend_pid() as pid`
      begun.resolve(row?.pid)
      await over.promise
    }),
  )
  const pid = await begun.promise
  const waiting = asOwner(source.database, (sql) => waitForEarlierTransactions(sql, 100))
  expect(await refusalOf(waiting)).toMatch(new RegExp(`process (?:\\d+, )*${pid}\\b`))
  over.resolve()
  await running
})
