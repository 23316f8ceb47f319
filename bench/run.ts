import { assets } from './assets.ts'
import { backup } from './backup.ts'
import { bulk } from './bulk-writes.ts'
import { cells } from './cells.ts'
import { core } from './core.ts'
import { education } from './education.ts'
import { events } from './events.ts'
import { impact } from './impact.ts'
import { issues } from './issues.ts'
import { keys } from './keys.ts'
import { latency } from './latency.ts'
import { lists } from './lists.ts'
import { mailKills } from './mail-kills.ts'
import { permissions } from './permissions.ts'
import { reading } from './reading.ts'
import { replica } from './replica.ts'
import { roundTrips } from './round-trips.ts'
import { signInFlood } from './sign-in-flood.ts'
import { timing } from './timing.ts'
import { upgrade } from './upgrade.ts'

const benches: Readonly<Record<string, (words: readonly string[]) => Promise<Record<string, unknown>>>> = {
  assets,
  backup,
  bulk,
  cells,
  core,
  permissions,
  education,
  events,
  impact,
  issues,
  keys,
  latency,
  lists,
  'mail-kills': mailKills,
  reading,
  replica,
  'round-trips': roundTrips,
  'sign-in-flood': () => signInFlood(),
  timing,
  upgrade,
}

const name = process.argv[2] ?? ''
const bench = Object.hasOwn(benches, name) ? benches[name] : undefined
if (!bench) {
  process.stderr.write(`usage: npx pnpm bench <${Object.keys(benches).join('|')}> [size=number ...|folder]\n`)
  process.exit(1)
}
// Child processes are ended by handlers of `exit`.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))
const figures = await bench(process.argv.slice(3))
process.stdout.write(`${JSON.stringify({ bench: name, ...figures })}\n`)
if (figures.passed === false) process.exitCode = 1
