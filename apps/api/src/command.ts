import { openDatabases } from './databases.ts'
import { migrate } from './kernel/migrate.ts'
import { transact } from './kernel/service.ts'
import { Slots } from './kernel/slots.ts'
import { seed } from './seed.ts'
import { readSettings } from './settings.ts'
import { addSigningKey, listKeys, retireKey } from './system/keys.ts'
import { tables } from './tables.ts'

const usage = `usage: migrate
       keys list
       keys rotate          make a new key; new tokens are signed with it, older tokens stay good
       keys retire <id>     tokens signed with the key are refused from now on`

/** What an operator does from the shell: migrate ahead of a release, and look after the signing keys. */
async function run([command, action, id]: string[]): Promise<string> {
  const databases = await openDatabases(readSettings(process.env))
  try {
    if (command === 'migrate') {
      await migrate(databases.owner, tables, seed)
      return 'The database is up to date.'
    }
    const slots = new Slots(databases.runtime, 1)
    try {
      return await keys(slots, action, id)
    } finally {
      await slots.close()
    }
  } finally {
    await databases.stop()
  }
}

async function keys(slots: Slots, action: string | undefined, id: string | undefined): Promise<string> {
  if (action === 'rotate') return `New key: ${await transact(slots, addSigningKey)}`
  if (action === 'retire' && id)
    return (await transact(slots, (tx) => retireKey(tx, id)))
      ? `Retired: ${id}`
      : `There is no such key in use: ${id}`
  const rows = await transact(slots, listKeys)
  return rows
    .map(
      ({ id: key, created_at, retired_at }) =>
        `${key}  made ${created_at}  ${retired_at ? `retired ${retired_at}` : 'in use'}`,
    )
    .join('\n')
}

const words = process.argv.slice(2)
const isKnown =
  words[0] === 'migrate' || (words[0] === 'keys' && ['list', 'rotate', 'retire'].includes(words[1] ?? ''))
if (!isKnown) {
  process.stderr.write(`${usage}\n`)
  process.exit(1)
}
process.stdout.write(`${await run(words)}\n`)
