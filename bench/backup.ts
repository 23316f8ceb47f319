import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startProxy } from '@commonhold/api/test/proxy'
import { startEmbedded } from '@commonhold/embedded-postgres'
import { startPostgres } from '@commonhold/embedded-postgres/other-release'
import postgres from 'postgres'
import { sizesOf } from './sizes.ts'
import { rounded } from './stack.ts'

const run = promisify(execFile)
const api = dirname(fileURLToPath(import.meta.resolve('@commonhold/api/package.json')))
const usual = { rows: 1_000_000, embedded: 100_000 }

/**
 * Dumps and restores a database with the programs of an installed PostgreSQL (`TEST_POSTGRES`, else
 * /usr/lib/postgresql/15) and the role of `backup-role`, and compares the restored database with the manifest of the dump
 * by `verify-restore`. Then moves the original, and an embedded database, each to an empty database by `move-to`, which
 * compares the checksums of all tables. `passed`: all commands have succeeded. Sizes by argument:
 * `rows=1000000 embedded=100000`.
 */
export async function backup(words: readonly string[]): Promise<Record<string, unknown>> {
  const { rows, embedded } = sizesOf(words, usual)
  const programs = process.env.TEST_POSTGRES ?? '/usr/lib/postgresql/15'
  const dataDir = await mkdtemp(join(tmpdir(), 'commonhold-backup-'))
  const server = await startPostgres(dataDir, programs)
  const proxy = await startProxy(server.owner)
  await proxy.open()
  const admin = postgres({ ...server.owner, max: 1, onnotice: () => {} })
  const url = (user: string, database: string) =>
    `postgres://${user}:unused@127.0.0.1:${proxy.port}/${database}`
  const seconds: Record<string, number> = {}
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const result = await work()
    seconds[name] = rounded((performance.now() - began) / 1_000)
    process.stdout.write(`${name}: ${seconds[name]} s\n`)
    return result
  }
  const runCommand = async (settings: Record<string, string>, ...args: string[]) => {
    const env = { ...process.env, ...settings }
    return (await run(process.execPath, ['src/command.ts', ...args], { cwd: api, env })).stdout.trim()
  }
  const command = (database: string, ...args: string[]) =>
    runCommand({ DATABASE_URL: url('commonhold', database) }, ...args)
  const program = (name: string, ...args: string[]) => run(join(programs, 'bin', name), args)
  try {
    for (const name of ['original', 'restored', 'moved', 'from_embedded'])
      await admin`create database ${admin(name)}`
    await timed('migrate', () => command('original', 'migrate'))
    await timed('fill', () => fill({ ...server.owner, user: 'postgres', database: 'original' }, rows))
    const role = await command('original', 'backup-role')
    const file = join(dataDir, 'commonhold.dump')
    const secure = role.includes('--enable-row-security') ? ['--enable-row-security'] : []
    const dump = ['--format=custom', ...secure, `--dbname=${url('commonhold_backup', 'original')}`]
    const [original, restored] = [url('commonhold_backup', 'original'), url('commonhold_backup', 'restored')]
    const manifest = join(dataDir, 'manifest.json')
    await timed('backup-manifest and pg_dump', async () => {
      const settings = { env: { ...process.env, ORIGINAL_DATABASE_URL: original }, cwd: api }
      const taking = run(process.execPath, ['src/command.ts', 'backup-manifest'], settings)
      const [snapshot] = await once(createInterface(taking.child.stdout ?? process.stdin), 'line')
      await program('pg_dump', ...dump, `--snapshot=${snapshot}`, `--file=${file}`)
      taking.child.stdin?.end()
      const { stdout } = await taking
      await writeFile(manifest, stdout.slice(stdout.indexOf('\n')))
    })
    const restore = ['--no-owner', '--exit-on-error', `--dbname=${url('commonhold', 'restored')}`]
    await timed('pg_restore', () => program('pg_restore', ...restore, file))
    const verified = await timed('verify-restore', () =>
      command('original', 'verify-restore', '--manifest', manifest, restored),
    )
    const moved = await timed('move-to', () => command('original', 'move-to', url('commonhold', 'moved')))
    const source = { DATABASE_URL: '', DATA_DIR: join(dataDir, 'embedded') }
    await (await startEmbedded({ dataDir: source.DATA_DIR })).stop()
    await timed('migrate the embedded database', () => runCommand(source, 'migrate'))
    await timed('fill the embedded database', () => fillEmbedded(source.DATA_DIR, embedded))
    const target = { TARGET_DATABASE_URL: url('commonhold', 'from_embedded') }
    const movedFromEmbedded = await timed('move-to from the embedded database', () =>
      runCommand({ ...source, ...target }, 'move-to'),
    )
    return { verified, moved, movedFromEmbedded, seconds, passed: true, programs }
  } finally {
    await admin.end({ timeout: 1 })
    await proxy.shut()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function fillEmbedded(dataDir: string, rows: number): Promise<void> {
  const { owner, stop } = await startEmbedded({ dataDir })
  try {
    const { postgres: password } = JSON.parse(await readFile(join(dataDir, 'passwords.json'), 'utf8'))
    await fill({ ...owner, user: 'postgres', password }, rows)
  } finally {
    await stop()
  }
}

/** Adds `rows` rows: a fifth accounts, a fifth sessions of them, and the rest entries of the audit log. */
async function fill(target: postgres.Options<Record<string, never>>, rows: number): Promise<void> {
  const sql = postgres({ ...target, max: 1, onnotice: () => {} })
  const accounts = Math.round(rows / 5)
  await sql`
    insert into users (id, email, display_name, password_hash)
    select '01K4' || lpad(n::text, 22, '0'), 'user' || n || '@example.org', 'User ' || n, 'none'
      from generate_series(1, ${accounts}::int) n`
  await sql`
    insert into sessions (id, user_id, refresh_hash, expires_at, ends_at)
    select '01K5' || lpad(n::text, 22, '0'), '01K4' || lpad(n::text, 22, '0'), md5(n::text), now() + interval '1 day',
           now() + interval '30 days'
      from generate_series(1, ${accounts}::int) n`
  await sql`
    insert into audit_log (id, tenant_id, operation, action, record_type, record_id, request_id, changes)
    select '01K6' || lpad(n::text, 22, '0'), '01K00000000000000000000000', 'updateUser', 'updated', 'user',
           '01K4' || lpad((1 + n % ${accounts}::int)::text, 22, '0'), 'R' || n, jsonb_build_object('display_name', n)
      from generate_series(1, ${rows - 2 * accounts}::int) n`
  await sql.end({ timeout: 5 })
}
