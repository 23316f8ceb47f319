import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { createPasswordHasher } from './auth/passwords/hasher.ts'
import { backupCommands, type Command, withDatabases } from './backup-commands.ts'
import { Refusal } from './base/refusal.ts'
import { migrateDatabase } from './databases.ts'
import { ConnectionPool } from './db/connection-pool.ts'
import type { Transaction } from './db/transaction.ts'
import { transact } from './http/service.ts'
import { readSettings } from './settings.ts'
import { listKeys } from './system/keys.repository.ts'
import { addSigningKey, retireKey } from './system/keys.service.ts'
import { renewPassword, unlockAccount } from './system/unlock.service.ts'

/** The help text of all commands. */
export const usage = `usage: migrate
       keys list
       keys rotate             create a new key; new tokens are signed with it, older tokens stay valid
       keys retire <id>        tokens signed with the key are rejected from now on
       accounts unlock <name>  unlock an account (email address or username) that wrong passwords have locked
       accounts new-password <name>
                               give an account a new password, print it, and end its sessions
       backup-role             create the role that backs up the database
       backup-role --new-password
                               the same, and give a role that exists a new password; the former one is refused from now on
       backup-manifest         print a snapshot of the database at ORIGINAL_DATABASE_URL for pg_dump --snapshot and, when the
                               input ends, the manifest of the dump
       verify-restore          compare the databases at ORIGINAL_DATABASE_URL and RESTORED_DATABASE_URL, each as a
                               role that sees all rows
       verify-restore --manifest <file>
                               compare the database at RESTORED_DATABASE_URL with the manifest of its dump; - is
                               standard input
       verify-restore <original> <restored>
       verify-restore --manifest <file> <restored>
                               the same; other users of the machine see the passwords of the URLs
       after-restore           make events readable that a dump has restored from another server
       move-to                 copy the database to another one, which no service has used, at TARGET_DATABASE_URL
       move-to <url>           the same; other users of the machine see the password of the URL
       export-tenant <slug> <file> [--with-passwords]
                               write all rows of a tenant, and the accounts that they refer to, into a file; - is
                               standard output
       import-tenant <file> [--merge-unverified]
                               read such a file into this installation, in one transaction; - is standard input`

/** The commands of an operator: migrate ahead of a release, manage signing keys, unlock accounts, back up, move. */
const commands: Readonly<Record<string, Command>> = {
  migrate: {
    names: 0,
    run: () =>
      withDatabases(async (databases) => {
        await migrateDatabase(databases)
        return 'The database is up to date.'
      }),
  },
  'keys list': {
    names: 0,
    run: async () => {
      const rows = await inTransaction(listKeys)
      const signing = rows.findLast(({ retired_at }) => retired_at === null)?.id
      return rows
        .map(
          ({ id, created_at, retired_at }) =>
            `${id}  made ${created_at}  ${retired_at ? `retired ${retired_at}` : id === signing ? 'signs and verifies' : 'verifies'}`,
        )
        .concat(usesOwnKeys() ? ['None of them is used, because TOKEN_KEYS is set.'] : [])
        .join('\n')
    },
  },
  'keys rotate': {
    names: 0,
    run: async () => {
      assertStoredKeys()
      return `New key: ${await inTransaction(addSigningKey)}`
    },
  },
  'keys retire': {
    names: 1,
    run: async ([id = '']) => {
      assertStoredKeys()
      const outcome = await inTransaction((tx) => retireKey(tx, id))
      if (outcome === 'unknown') throw new Refusal(`There is no such key in use: ${id}`)
      if (outcome === 'last')
        throw new Refusal(
          `This is the last key in use, and nobody could sign in without it. Rotate first: ${id}`,
        )
      return `Retired: ${id}`
    },
  },
  'accounts unlock': {
    names: 1,
    run: async ([name = '']) => {
      if (!(await inTransaction((tx) => unlockAccount(tx, name))))
        throw new Refusal(`There is no such account: ${name}`)
      return `Unlocked: ${name}`
    },
  },
  'accounts new-password': {
    names: 1,
    run: async ([name = '']) => {
      const password = randomBytes(15).toString('base64url')
      const hasher = createPasswordHasher()
      const passwordHash = await hasher.hash(password).finally(() => hasher.close())
      if (!(await inTransaction((tx) => renewPassword(tx, name, passwordHash))))
        throw new Refusal(`There is no such account: ${name}`)
      return `Password: ${password}\nIt is not shown again: sign in and change it. All sessions of the account have ended.`
    },
  },
  ...backupCommands,
}

/** SQLSTATE codes of a table or a schema that does not exist. */
const NOT_MIGRATED = /^(42P01|3F000)$/

/** The message of an error without a stack trace, as the service prints it when a start fails. */
export function messageOf(error: unknown): string {
  if (error instanceof postgres.PostgresError && NOT_MIGRATED.test(error.code))
    return `The database is not migrated (${error.message}): run \`migrate\`, or start the service once.`
  return error instanceof Error ? error.message : String(error)
}

/** True if the keys come from the settings: they are rotated there, and those in the database are not used. */
const usesOwnKeys = () => readSettings(process.env).TOKEN_KEYS !== undefined

function assertStoredKeys(): void {
  if (usesOwnKeys())
    throw new Refusal('TOKEN_KEYS is set, so keys in the database are not used: change TOKEN_KEYS instead.')
}

function inTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return withDatabases(async ({ runtime }) => {
    const connections = new ConnectionPool(runtime, 1)
    try {
      return await transact(connections, work)
    } finally {
      await connections.close()
    }
  })
}

/** The command in the arguments, with its other arguments and its option; undefined when they do not match `usage`. */
export function parseArguments(words: readonly string[]) {
  const options = words.filter((word) => word.startsWith('--'))
  const plain = words.filter((word) => !word.startsWith('--'))
  const name = [2, 1]
    .map((count) => plain.slice(0, count).join(' '))
    .find((one) => Object.hasOwn(commands, one))
  const command = name === undefined ? undefined : commands[name]
  const names = plain.slice(name?.split(' ').length)
  if (!command || options.some((one) => one !== command.option)) return undefined
  const hasOption = options.length > 0
  const expected = (hasOption ? command.namesWithOption : undefined) ?? command.names
  return names.length === expected ? { command, names, hasOption } : undefined
}
