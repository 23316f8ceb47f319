import { migrateDatabase, openDatabases } from './databases.ts'
import { ConnectionPool } from './db/connection-pool.ts'
import type { Transaction } from './db/transaction.ts'
import { transact } from './http/service.ts'
import { readSettings } from './settings.ts'
import type { Databases } from './start.ts'
import { addSigningKey, listKeys, retireKey } from './system/keys.ts'
import { unlockAccount } from './system/unlock.ts'

const usage = `usage: migrate
       keys list
       keys rotate             make a new key; new tokens are signed with it, older tokens stay good
       keys retire <id>        tokens signed with the key are refused from now on
       accounts unlock <name>  open an account, by e-mail address or username, that wrong passwords have closed`

/** The command cannot be executed; the message gives the reason. */
class Refusal extends Error {}

async function run(command: Command, name: string): Promise<string> {
  const databases = await openDatabases(readSettings(process.env))
  try {
    return await command(databases, name)
  } finally {
    await databases.stop()
  }
}

type Command = (databases: Databases, name: string) => Promise<string>

/** The commands of an operator: migrate ahead of a release, manage signing keys, unlock accounts. */
const commands: Record<string, Command> = {
  async migrate(databases) {
    await migrateDatabase(databases)
    return 'The database is up to date.'
  },
  async 'keys list'(databases) {
    const rows = await inTransaction(databases, listKeys)
    return rows
      .map(
        ({ id, created_at, retired_at }) =>
          `${id}  made ${created_at}  ${retired_at ? `retired ${retired_at}` : 'in use'}`,
      )
      .join('\n')
  },
  async 'keys rotate'(databases) {
    return `New key: ${await inTransaction(databases, addSigningKey)}`
  },
  async 'keys retire'(databases, id) {
    const outcome = await inTransaction(databases, (tx) => retireKey(tx, id))
    if (outcome === 'unknown') throw new Refusal(`There is no such key in use: ${id}`)
    if (outcome === 'last')
      throw new Refusal(
        `This is the last key in use, and nobody could sign in without it. Rotate first: ${id}`,
      )
    return `Retired: ${id}`
  },
  async 'accounts unlock'(databases, name) {
    if (!(await inTransaction(databases, (tx) => unlockAccount(tx, name))))
      throw new Refusal(`There is no such account: ${name}`)
    return `Unlocked: ${name}`
  },
}
const takesName = ['keys retire', 'accounts unlock']

async function inTransaction<T>({ runtime }: Databases, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const connections = new ConnectionPool(runtime, 1)
  try {
    return await transact(connections, work)
  } finally {
    await connections.close()
  }
}

const [words, name] = takesName.includes(process.argv.slice(2, 4).join(' '))
  ? [process.argv.slice(2, 4), process.argv[4]]
  : [process.argv.slice(2), '']
const command = commands[words.join(' ')]
if (!command || name === undefined) {
  process.stderr.write(`${usage}\n`)
  process.exit(1)
}
try {
  process.stdout.write(`${await run(command, name)}\n`)
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
