import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratchFolder } from '@commonhold/embedded-postgres/testing'
import { expect, test } from 'vitest'
import { Refusal } from '../../src/base/refusal.ts'
import { parseArguments } from '../../src/commands.ts'
import { emptyDatabase } from './gate.ts'
import { runCommand, startCommand } from './run-command.ts'

const command = (url: string, ...words: string[]) => runCommand({ DATABASE_URL: url }, ...words)

test('an operator migrates, looks after keys and is refused in words', async () => {
  const gate = await emptyDatabase()
  await gate.open()
  const run = (...words: string[]) => command(gate.url, ...words)
  expect(await run('migrate')).toMatchObject({ code: 0, stdout: 'The database is up to date.' })
  const first = (await run('keys', 'rotate')).stdout.replace('New key: ', '')
  expect(await run('keys', 'retire', first)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('last key in use'),
  })
  const second = (await run('keys', 'rotate')).stdout.replace('New key: ', '')
  expect(await run('keys', 'retire', first)).toMatchObject({ code: 0, stdout: `Retired: ${first}` })
  expect(await run('keys', 'retire', first)).toMatchObject({ code: 1 })
  const keys = (await run('keys', 'list')).stdout.split('\n')
  expect(keys).toEqual([
    expect.stringMatching(`^${first}  made \\S+  retired \\S+$`),
    expect.stringMatching(`^${second}  made \\S+  signs and verifies$`),
  ])
  await gate.sql`insert into users (id, email, password_hash) values (${second}, 'ada@example.org', '-')`
  expect(await run('accounts', 'unlock', 'ada@example.org')).toMatchObject({
    code: 0,
    stdout: 'Unlocked: ada@example.org',
  })
  expect(await run('accounts', 'unlock', 'nobody')).toMatchObject({
    code: 1,
    stderr: 'There is no such account: nobody',
  })
  const renewed = await run('accounts', 'new-password', 'ada@example.org')
  expect(renewed).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Password: [\w-]{20}\n/) })
  const [account] = await gate.sql`select password_hash, version from users where id = ${second}`
  expect(account).toMatchObject({ password_hash: expect.stringMatching(/^\$argon2id\$/), version: 2 })
  const [entry] = await gate.sql.begin(async (sql) => {
    await sql`alter table audit_log no force row level security`
    await sql`select set_config('app.tenant_id', '', true)`
    return sql`select record_id from audit_log where operation = 'accounts new-password'`
  })
  expect(entry).toMatchObject({ record_id: second })
  expect(await run('accounts', 'new-password', 'nobody')).toMatchObject({ code: 1 })
  const third = (await run('keys', 'rotate')).stdout.replace('New key: ', '')
  const withOwnKeys = { DATABASE_URL: gate.url, TOKEN_KEYS: `k:${'k'.repeat(43)}` }
  for (const words of [
    ['keys', 'rotate'],
    ['keys', 'retire', second],
  ])
    expect(await runCommand(withOwnKeys, ...words)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('TOKEN_KEYS is set'),
    })
  expect((await runCommand(withOwnKeys, 'keys', 'list')).stdout.split('\n').slice(1)).toEqual([
    expect.stringMatching(`^${second}  made \\S+  verifies$`),
    expect.stringMatching(`^${third}  made \\S+  signs and verifies$`),
    'None of them is used, because TOKEN_KEYS is set.',
  ])
  const importing = startCommand({ DATABASE_URL: gate.url }, 'import-tenant', '-')
  importing.child.stdin?.end('no gzip')
  expect(await importing.outcome).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The input is damaged or not complete'),
  })
  const verifying = startCommand({ RESTORED_DATABASE_URL: gate.url }, 'verify-restore', '--manifest', '-')
  verifying.child.stdin?.end('{}')
  expect(await verifying.outcome).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not a complete manifest'),
  })
  // pnpm passes the folder in which the command was typed.
  const typedIn = scratchFolder()
  const settings = { DATABASE_URL: gate.url, INIT_CWD: typedIn }
  expect(await runCommand(settings, 'export-tenant', 'default', 'default.ndjson.gz')).toMatchObject({
    code: 0,
  })
  expect(existsSync(join(typedIn, 'default.ndjson.gz'))).toBe(true)
})

test('a command says in one line what is wrong with the database', async () => {
  const gate = await emptyDatabase()
  expect(await command(gate.url, 'keys', 'list')).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^.*ECONNREFUSED.*$/),
  })
  await gate.open()
  expect(await command(gate.url, 'keys', 'list')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The database is not migrated .*: run `migrate`, or start the service once\.$/,
    ),
  })
  const url = new URL(gate.url)
  url.password = 'wrong'
  expect(await command(url.href, 'migrate')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^password authentication failed for user .*$/),
  })
})

test('a command makes no database where there is none', async () => {
  const folder = join(scratchFolder(), 'mistyped')
  expect(await runCommand({ DATA_DIR: folder }, 'keys', 'list')).toEqual({
    code: 1,
    stdout: '',
    stderr: `There is no embedded database in ${folder}: set DATABASE_URL, or DATA_DIR to its folder`,
  })
  expect(existsSync(folder)).toBe(false)
})

test('a command that is written in another way is answered by how it is used', async () => {
  expect(await command('postgres://nowhere/none', 'keys', 'retire')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^usage: /),
  })
})

test.each([
  [''],
  ['keys'],
  ['accounts unlock'],
  ['accounts delete ada'],
  ['migrate now'],
  ['move-to'],
  ['verify-restore postgres://nowhere/none'],
  ['migrate --manifest'],
  ['verify-restore --manifest'],
  ['verify-restore --manifest file original restored'],
])('`%s` is no command', (line) => {
  expect(parseArguments(line.split(' ').filter(Boolean))).toBeUndefined()
})

test.each([
  ['move-to', 'postgres://owner:a secret@host:port/none'],
  ['verify-restore', 'owner:a secret@host', 'postgres://nowhere/none'],
])('%s does not repeat a URL that is none', async (...words) => {
  const parsed = parseArguments(words)
  const refusal = await parsed?.command.run(parsed.names, parsed.hasOption).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Refusal)
  expect(String(refusal)).toMatch(/The URL of the (target|original) is not valid: /)
  expect(String(refusal)).not.toContain('secret')
})

test.each([
  ['{"format":"commonhold-backup","version":1,', 'is not a complete manifest of a backup'],
  [undefined, 'The manifest cannot be read'],
])('a manifest that is none is refused: %s', async (content, refusal) => {
  const file = join(scratchFolder(), 'manifest.json')
  if (content) writeFileSync(file, content)
  const parsed = parseArguments(['verify-restore', '--manifest', file, 'postgres://nowhere/none'])
  await expect(parsed?.command.run(parsed.names, parsed.hasOption)).rejects.toThrow(refusal)
})
