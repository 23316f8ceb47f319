import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import type { ConnectionTarget } from '@commonhold/embedded-postgres'
import { startPostgres } from '@commonhold/embedded-postgres/other-release'
import { query, scratchFolder, started } from '@commonhold/embedded-postgres/testing'
import postgres from 'postgres'
import { expect, inject, onTestFinished, test } from 'vitest'
import { dropDatabase } from '../drop-database.ts'
import { send } from '../security/send.ts'
import { startProcess } from './child.ts'
import { emptyDatabase, type Gate, gateTo, migratedDatabase } from './gate.ts'
import { type Outcome, runCommand, startCommand } from './run-command.ts'
import { signedUp } from './served.ts'

const ACCOUNT = { email: 'ada@example.org', password: 'a password for tests' }

type Caller = { readonly token: string; readonly tenantId: string }
const soon = { interval: 100 }

async function deliveriesAt(address: string, webhookId: string, caller: Caller) {
  const { text } = await send(address, `GET /webhook-endpoints/${webhookId}/deliveries`, caller)
  return JSON.parse(text) as { id: string; status: string; tries: number; failure: string | null }[]
}
const triedAt = async (address: string, webhookId: string, caller: Caller) =>
  (await deliveriesAt(address, webhookId, caller)).filter(({ tries }) => tries > 0).length

/** A running service with data in it. */
async function inUse(settings: Readonly<Record<string, string>>) {
  const child = startProcess(settings)
  const address = await child.ready
  const token = await signedUp(address, ACCOUNT)
  const { json: tenant } = await send(address, 'POST /tenants', { token, json: { name: 'A school' } })
  const tenantId = String(tenant.id)
  const caller = { token, tenantId }
  // Webhooks are not sent to this machine: each delivery waits for its next try.
  const answer = await fetch(`${address}/webhook-endpoints`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'x-tenant-id': tenantId,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ url: 'https://localhost/', types: ['asset_model.*'] }),
  })
  const webhook = (await answer.json()) as { id: string }
  for (const name of ['Cable', 'Größe "10" \\N\tand more'.replace('\t', ' ')])
    await send(address, 'POST /asset-models', { token, tenantId, json: { name, tracking_type: 'countable' } })
  await expect.poll(() => triedAt(address, webhook.id, caller), soon).toBe(2)
  return {
    caller,
    webhookId: webhook.id,
    async stop() {
      child.process.kill('SIGTERM')
      expect(await child.exit).toBe(0)
    },
  }
}

const namesAt = async (address: string, caller: Caller) =>
  JSON.parse((await send(address, 'GET /asset-models?sort=name', caller)).text).map(
    ({ name }: { name: string }) => name,
  )

test('the embedded database moves to a server of one’s own: sessions, records and events are there', async () => {
  const source = { DATA_DIR: scratchFolder() }
  const target = await emptyDatabase()
  await target.open()
  const move = () => runCommand({ ...source, TARGET_DATABASE_URL: target.url }, 'move-to')
  const service = await inUse(source)
  expect(await move()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Other sessions use the database'),
  })
  await service.stop()
  expect(await move()).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Moved \d+ rows of \d+ tables/),
  })

  const address = await startProcess({ DATABASE_URL: target.url }).ready
  expect(await namesAt(address, service.caller)).toEqual(['Cable', 'Größe "10" \\N and more'])
  const { json } = await send(address, 'GET /events', service.caller)
  expect(JSON.stringify(json)).toContain('asset_model')
  const [lost] = await deliveriesAt(address, service.webhookId, service.caller)
  expect(lost).toMatchObject({ status: 'failed', failure: 'the service was moved' })
  const redelivered = await send(address, `POST /webhook-deliveries/${lost?.id}/redeliver`, {
    ...service.caller,
    json: {},
  })
  expect(redelivered.status).toBe(200)
  await send(address, 'POST /asset-models', {
    ...service.caller,
    json: { name: 'Drill', tracking_type: 'countable' },
  })
  await expect.poll(() => triedAt(address, service.webhookId, service.caller), soon).toBe(3)
  expect(await move()).toMatchObject({ code: 1, stderr: expect.stringContaining('already has accounts') })
}, 300_000)

test('a database moves only when no other session uses it, whoever that is', async () => {
  const [source, target] = [await migratedDatabase(), await emptyDatabase()]
  await Promise.all([source.open(), target.open()])
  const stranger = `stranger_${process.pid}`
  await target.sql.unsafe(`create role ${stranger} login password '${source.password}'`)
  onTestFinished(async () => {
    await target.sql.unsafe(`drop role ${stranger}`)
  })
  const session = postgres(source.url.replace(/\/\/[^:]+:/, `//${stranger}:`), { max: 1 })
  await session`select 1`
  const move = () => runCommand({ DATABASE_URL: source.url, TARGET_DATABASE_URL: target.url }, 'move-to')
  expect(await move()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`Other sessions use the database (1 of ${stranger})`),
  })
  await session.end({ timeout: 1 })
  expect(await move()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Moved \d+ rows/) })
})

/**
 * A file with the manifest of a dump. The service changes data during the dump, but dump and manifest are of the same snapshot.
 * The change is undone at the end.
 */
async function manifestOf(original: Gate, url: string): Promise<string> {
  const { child, outcome } = startCommand({ ORIGINAL_DATABASE_URL: url }, 'backup-manifest')
  const [snapshot] = await once(createInterface(child.stdout ?? process.stdin), 'line')
  await original.sql`update users set display_name = 'Later'`
  await expect.poll(() => lockHoldersAt(url), soon).toBe(1)
  // `pg_dump` of the tested PostgreSQL. The embedded PostgreSQL has none.
  const { TEST_POSTGRES: programs } = process.env
  const options = [`--snapshot=${snapshot}`, '--enable-row-security', '--data-only', '--table=users']
  const dumped = programs
    ? (await promisify(execFile)(join(programs, 'bin', 'pg_dump'), [...options, `--dbname=${url}`])).stdout
    : await dumpOf(url, snapshot)
  expect(dumped).toContain(ACCOUNT.email)
  expect(dumped).not.toContain('Later')
  child.stdin?.end()
  const { code, stdout } = await outcome
  expect(code).toBe(0)
  const file = join(scratchFolder(), 'manifest.json')
  writeFileSync(file, stdout.slice(stdout.indexOf('\n')))
  await original.sql`update users set display_name = null`
  return file
}

/** The number of connections that have read everything for a manifest and keep its snapshot. */
async function lockHoldersAt(url: string): Promise<number> {
  const sql = postgres(url, { max: 1 })
  const { count } = await sql`
    select from pg_stat_activity
     where usename = current_user and state = 'idle in transaction' and query like '%select ''column %'`
  await sql.end({ timeout: 1 })
  return count
}

/** The rows that `pg_dump --snapshot` reads. */
async function dumpOf(url: string, snapshot: string): Promise<string> {
  const sql = postgres(url, { max: 1 })
  const rows = await sql.begin('isolation level repeatable read', async (tx) => {
    await tx.unsafe(`set transaction snapshot '${snapshot}'`)
    return tx`select email, display_name from users`
  })
  await sql.end({ timeout: 1 })
  return JSON.stringify(rows)
}

test('a role that is no superuser sees every row, and a restored database is compared with the original', async () => {
  const { owner } = inject('cluster')
  const admin = postgres({ ...owner, database: 'postgres', max: 1, onnotice: () => {} })
  onTestFinished(async () => {
    await admin`drop role if exists commonhold_backup`
    await admin.end({ timeout: 1 })
  })
  const original = await migratedDatabase()
  await original.open()
  const settings = { DATABASE_URL: original.url }
  await (await inUse(settings)).stop()
  const { stdout } = await runCommand(settings, 'backup-role')
  const passwordIn = (text: string) => /Password: (\w+)/.exec(text)?.[1] ?? ''
  expect(stdout).toContain('Each table has a policy for it')
  expect((await runCommand(settings, 'backup-role')).stdout).toContain('with the password it has')

  const password = passwordIn((await runCommand(settings, 'backup-role', '--new-password')).stdout)
  const withPassword = (url: string, one: string) => url.replace(/\/\/[^@]+@/, `//commonhold_backup:${one}@`)
  const asBackup = (url: string) => withPassword(url, password)
  const former = postgres(withPassword(original.url, passwordIn(stdout)), { max: 1 })
  await expect(former`select 1`).rejects.toThrow('password authentication failed')
  await former.end({ timeout: 1 })
  // How many events the service has read for notifications when it is stopped is random. Here it has read none.
  await original.sql`
    insert into notification_cursors (tenant_id, xid, id)
    select id, pg_snapshot_xmin(pg_current_snapshot()), '' from tenants
    on conflict (tenant_id) do update set id = excluded.id, xid = excluded.xid`
  const manifest = await manifestOf(original, asBackup(original.url))
  const restoredName = `${original.database}_restored`
  await original.shut()
  await original.sql.end({ timeout: 1 })
  await admin.unsafe(`create database ${restoredName} template ${original.database} strategy file_copy`)
  onTestFinished(() => dropDatabase(admin, restoredName))
  await original.open()
  const restored = await gateTo({ ...owner, database: restoredName })
  await restored.open()
  const verify = (): Promise<Outcome> =>
    runCommand(
      { ORIGINAL_DATABASE_URL: asBackup(original.url), RESTORED_DATABASE_URL: asBackup(restored.url) },
      'verify-restore',
    )

  const backup = postgres(asBackup(original.url), { max: 1 })
  const [counted] = await backup`select count(*)::int as models from asset_models where name = 'Cable'`
  expect(counted).toEqual({ models: 1 })
  await expect(backup`delete from asset_models`).rejects.toThrow()
  const withheld = await backup`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'S')
       and not (has_schema_privilege(n.oid, 'usage')
         and case c.relkind when 'S' then has_sequence_privilege(c.oid, 'select') else has_table_privilege(c.oid, 'select') end)`
  expect([...withheld]).toEqual([])
  await backup.end({ timeout: 1 })

  expect(await verify()).toMatchObject({ code: 0, stdout: expect.stringContaining('is complete') })
  expect(await runCommand({}, 'verify-restore', original.url, restored.url)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('does not see all rows'),
  })
  const ofManifest = () =>
    runCommand({ RESTORED_DATABASE_URL: asBackup(restored.url) }, 'verify-restore', '--manifest', manifest)
  expect(await ofManifest()).toMatchObject({ code: 0, stdout: expect.stringContaining('is complete') })
  // A dump contains the transaction ids of the server on which it was made.
  await restored.sql.unsafe(`
    alter table audit_log no force row level security;
    update audit_log set xid = (pg_current_xact_id()::text::bigint + 1000000)::text::xid8;
    alter table audit_log force row level security`)
  const onNewServer = await ofManifest()
  expect(onNewServer.code).toBe(0)
  expect(onNewServer.stdout).toMatch(/is complete.*\n[1-9]\d* entries .* run `after-restore` next\.$/)
  // A restore can lose an entry, a right, a rule, all rows of a table, or the order of the log. It can also add something.
  await restored.sql.unsafe(`
    alter table audit_log no force row level security;
    -- The last entry but one was written last. The webhook has passed all entries but that one, the notifications all of them.
    with late as (
      select l.tenant_id, l.id from audit_log l join webhook_endpoints e using (tenant_id) order by l.id desc offset 1 limit 1
    ), webhook as (
      update webhook_endpoints e set cursor_id = (select max(l.id) from audit_log l where l.tenant_id = e.tenant_id),
             cursor_xid = (select max(xid) from audit_log)
    ), notifications as (
      insert into notification_cursors (tenant_id, id, xid)
      select tenant_id, id, (pg_current_xact_id()::text::bigint + 1000001)::text::xid8 from late
      on conflict (tenant_id) do update set id = excluded.id, xid = excluded.xid
    ) update audit_log l set xid = (pg_current_xact_id()::text::bigint + 1000001)::text::xid8 from late where l.id = late.id;
    alter table audit_log force row level security;
    alter table passed_times no force row level security;
    insert into passed_times (tenant_id, kind, record_id, due_at)
    select e.tenant_id, kind, e.id, '2026-01-01' from webhook_endpoints e, unnest(array['issue_due', 'issue_resume']) kind;
    alter table passed_times force row level security;
    delete from pgboss.job where data ->> 'record_id' = (select min(id) from webhook_deliveries);
    alter table sessions drop constraint sessions__user_id__reference;
    drop policy assets_read on assets;
    create policy leak on issues for select to commonhold_app using (true);
    grant delete on audit_log to public;
    revoke insert on issues from commonhold_app;
    delete from signing_keys;
    update users set display_name = 'Changed'`)
  const { code, stderr } = await ofManifest()
  expect(code).toBe(1)
  expect(stderr.split('\n').map((line) => line.replace(/\d+/g, 'n'))).toEqual([
    'missing: constraint sessions.sessions__user_id__reference',
    'missing: policy assets.assets_read',
    'differs: rights of commonhold_app on issues is DELETE SELECT UPDATE, was DELETE INSERT SELECT UPDATE',
    'not in the original: policy issues.leak',
    'not in the original: rights of public on audit_log',
    'rows of notification_cursors: n restored, n in the original, and their content differs',
    'rows of passed_times: n restored, n in the original',
    'rows of signing_keys: n restored, n in the original',
    'rows of users: n restored, n in the original, and their content differs',
    'rows of webhook_endpoints: n restored, n in the original, and their content differs',
  ])
  expect((await runCommand({ DATABASE_URL: restored.url }, 'after-restore')).stdout).toMatch(/: [1-9]\d*$/)
  const after = (await ofManifest()).stderr
  const differing = (lines: string) => lines.split('\n').filter((line) => line.startsWith('differs'))
  expect(differing(after)).toEqual(differing(stderr))
  const settled = postgres(asBackup(restored.url), { max: 1 })
  const readers = async () => {
    const [row] = await settled`
    select (select count(*)::int from audit_log l where l.tenant_id = e.tenant_id and (l.xid, l.id) > (e.cursor_xid, e.cursor_id)) as webhook,
           (select count(*)::int from audit_log l where l.tenant_id = e.tenant_id and (l.xid, l.id) > (c.xid, c.id)) as notifications,
           greatest(e.cursor_xid, c.xid) < pg_snapshot_xmin(pg_current_snapshot()) as go_on
      from webhook_endpoints e join notification_cursors c using (tenant_id)`
    return row
  }
  // The entry that the webhook had not passed, and the one that now follows it. Transactions of other tests delay readers.
  await expect.poll(readers, soon).toEqual({ webhook: 2, notifications: 0, go_on: true })
  // The delivery whose job was lost has failed, and can be sent again. The other one has its job, and waits.
  const waiting = await settled`select status, failure from webhook_deliveries order by id`
  expect(waiting.map(({ status }) => status)).toEqual(['failed', 'waiting'])
  expect(waiting[0]).toMatchObject({ failure: 'the service was moved' })
  expect([...(await settled`select kind from passed_times`)]).toEqual([{ kind: 'issue_due' }])
  await settled.end({ timeout: 1 })
}, 300_000)

/** A separate server: the one of `TEST_POSTGRES`, which has `pg_dump`, or an embedded one. */
async function ownServer() {
  const dataDir = scratchFolder()
  const { TEST_POSTGRES: programs } = process.env
  if (programs) {
    const { owner, stop } = await startPostgres(dataDir, programs)
    onTestFinished(stop)
    return { programs, owner, superuser: { ...owner, user: 'postgres' } }
  }
  const { owner } = await started(dataDir)
  const { postgres: password } = JSON.parse(readFileSync(join(dataDir, 'passwords.json'), 'utf8'))
  return { programs, owner, superuser: { ...owner, user: 'postgres', password, database: 'postgres' } }
}

test('where row level security does not apply to the role, it reads what an upgrade adds, and another owner restores its dump', async () => {
  const { programs, owner, superuser } = await ownServer()
  await query(superuser, async (sql) => {
    await sql.unsafe(`create role heir login password 'a password'`)
    await sql.unsafe(`create database original owner ${owner.user}`)
    await sql.unsafe('create database restored owner heir')
  })
  const open = async (target: ConnectionTarget) => {
    const gate = await gateTo(target)
    await gate.open()
    return gate
  }
  const original = await open({ ...owner, database: 'original' })
  const asSuperuser = await open({ ...superuser, database: 'original' })
  const restored = await open({ ...owner, user: 'heir', password: 'a password', database: 'restored' })
  const migrate = () => runCommand({ DATABASE_URL: original.url }, 'migrate')
  expect((await migrate()).code).toBe(0)
  const role = await runCommand({ DATABASE_URL: asSuperuser.url }, 'backup-role')
  expect(role.stdout).toContain('Row level security does not apply to it')
  await original.sql`create table later (id text); create table pgboss.later (id serial)`.simple()
  expect((await migrate()).code).toBe(0)
  const asBackup = ({ url }: Gate) =>
    url.replace(/\/\/[^@]+@/, `//commonhold_backup:${/Password: (\w+)/.exec(role.stdout)?.[1]}@`)
  const backup = postgres(asBackup(original), { max: 1 })
  await backup`select id from later union all select id::text from pgboss.later, pgboss.later_id_seq`
  await backup.end({ timeout: 1 })
  expect([...(await original.sql`select * from pg_default_acl`)]).toEqual([])
  // The embedded PostgreSQL does not include these programs.
  if (!programs) return
  const run = (program: string, ...words: string[]) =>
    promisify(execFile)(join(programs, 'bin', program), words)
  const { dump, manifest } = await backUp(programs, asBackup(original))
  await run('pg_restore', '--no-owner', '--exit-on-error', `--dbname=${restored.url}`, dump)
  expect(await runCommand({}, 'verify-restore', '--manifest', manifest, asBackup(restored))).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('is complete'),
  })
}, 300_000)

/** Runs `deploy/backup` in a folder with older files: first successfully, then with a failure. */
async function backUp(programs: string, url: string) {
  const folder = scratchFolder()
  const script = join(import.meta.dirname, '../../../../deploy/backup')
  const env = { ...process.env, PATH: `${join(programs, 'bin')}:${process.env.PATH}`, NODE: process.execPath }
  const run = (settings: Record<string, string>) =>
    promisify(execFile)(script, [folder], { env: { ...env, BACKUP_URL: url, ...settings } })
  const old = ['commonhold-1.dump', 'commonhold-1.manifest.json', 'commonhold-2.dump.part', 'notes.txt']
  for (const name of old) {
    writeFileSync(join(folder, name), '')
    utimesSync(join(folder, name), 0, 0)
  }
  const { stdout } = await run({ BACKUP_DAYS: '30' })
  const dump = stdout.trim()
  const manifest = dump.replace(/dump$/, 'manifest.json')
  expect(readdirSync(folder).sort()).toEqual([basename(dump), basename(manifest), 'notes.txt'].sort())
  await expect(run({ BACKUP_URL: `${url}x`, BACKUP_DAYS: '30' })).rejects.toMatchObject({ code: 1 })
  expect(readdirSync(folder).sort()).toEqual([basename(dump), basename(manifest), 'notes.txt'].sort())
  return { dump, manifest }
}
