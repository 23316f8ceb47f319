import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { query, scratchFolder, started } from '@commonhold/embedded-postgres/testing'
import { expect, test } from 'vitest'
import { RUNTIME_ROLE } from '../../src/db/tenancy.ts'
import { send } from '../security/send.ts'
import { startProcess } from './child.ts'
import { gateTo } from './gate.ts'
import { served } from './served.ts'

const makeRuntimeRole = `create role ${RUNTIME_ROLE} nologin`

/** Privileges of an installation's only role, with the statements by which an administrator granted them. */
const logins: [who: string, ...sql: string[]][] = [
  ['that may create roles', 'alter role solo createrole'],
  ['that may create none and was given the runtime role', makeRuntimeRole, `grant ${RUNTIME_ROLE} to solo`],
  [
    'that may create roles and was given one that somebody else made',
    'alter role solo createrole',
    makeRuntimeRole,
    `grant ${RUNTIME_ROLE} to solo with inherit false, set true`,
  ],
  [
    'that may only hand the runtime role on, to itself, too',
    makeRuntimeRole,
    `grant ${RUNTIME_ROLE} to solo with admin true, inherit false, set false`,
  ],
]

test.each(logins)(
  'one login for everything, no superuser, %s: it serves, twice over',
  async (_, ...prepared) => {
    const dataDir = scratchFolder()
    const { owner } = await started(dataDir)
    const passwords: Record<string, string> = JSON.parse(
      readFileSync(join(dataDir, 'passwords.json'), 'utf8'),
    )
    const admin = { ...owner, user: 'postgres', password: passwords.postgres ?? '', database: 'postgres' }
    await query(admin, async (sql) => {
      await sql.unsafe(`drop role ${RUNTIME_ROLE}`)
      await sql.unsafe(`create role solo login password 'a password'`)
      for (const statement of prepared) await sql.unsafe(statement)
      await sql.unsafe('create database solo owner solo')
    })
    const gate = await gateTo({ ...owner, user: 'solo', password: 'a password', database: 'solo' })
    await gate.open()
    for (const email of ['ada@example.org', 'grace@example.org']) {
      const child = startProcess({ DATABASE_URL: gate.url })
      const json = { email, password: 'a password for tests' }
      const address = await child.ready
      expect((await served(() => send(address, 'POST /me/signup', { json }))).status).toBe(201)
      child.process.kill('SIGTERM')
      expect(await child.exit).toBe(0)
    }
  },
)
