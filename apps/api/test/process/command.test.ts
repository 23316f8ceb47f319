import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMPILED } from './child.ts'
import { emptyDatabase } from './gate.ts'

const COMMAND = join(import.meta.dirname, '../../src/command.ts')

interface Outcome {
  readonly code: number | string
  readonly stdout: string
  readonly stderr: string
}

/** Runs the operator's command on a database. */
function command(url: string, ...words: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILED, DATABASE_URL: url }
    execFile(process.execPath, [COMMAND, ...words], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout: stdout.trim(), stderr: stderr.trim() }),
    )
  })
}

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
    expect.stringMatching(`^${second}  made \\S+  in use$`),
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
}, 60_000)

test.each([
  [''],
  ['keys'],
  ['keys', 'retire'],
  ['accounts', 'unlock'],
  ['accounts', 'delete', 'ada'],
  ['migrate', 'now'],
])('%s %s is answered by how it is used', async (...words) => {
  expect(await command('postgres://nowhere/none', ...words.filter(Boolean))).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^usage: /),
  })
})
