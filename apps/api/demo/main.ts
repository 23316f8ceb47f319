import { parseArgs } from 'node:util'
import pino from 'pino'
import { openDatabases } from '../src/databases.ts'
import { openClient } from '../src/db/database.ts'
import { readSettings } from '../src/settings.ts'
import { start } from '../src/start.ts'
import { DEMO_PASSWORD, describeRole, emailOf, roleNames } from './accounts.ts'
import { backdate } from './backdate.ts'
import { type District, type Filling, fillDistrict, slugOf } from './fill.ts'
import { dayOf } from './times.ts'

const usage = `usage: npm run demo [-- --name <name>] [--day <YYYY-MM-DD>] [--scale <0.01 to 1>] [--issues <number>]
  --name   what the school district is called; another name makes another one (Nordby Schools)
  --day    the day that it stands at: its history is that of the year before (today)
  --scale  how much of it is made (1)
  --issues how many of its issues are made: the open ones, and of the closed ones as many as are left (all)`

function readDistrict(): District {
  const { values } = parseArgs({
    options: {
      name: { type: 'string', default: 'Nordby Schools' },
      day: { type: 'string', default: dayOf(new Date()) },
      scale: { type: 'string', default: '1' },
      issues: { type: 'string' },
    },
  })
  const scale = Number(values.scale)
  if (!/^\d{4}-\d\d-\d\d$/.test(values.day) || values.day > dayOf(new Date()))
    throw new Error(`--day ${values.day}: give a day like 2026-11-20, not ahead of today`)
  if (!(scale >= 0.01 && scale <= 1)) throw new Error(`--scale ${values.scale}: give a number from 0.01 to 1`)
  const issues = values.issues === undefined ? undefined : Number(values.issues)
  if (issues !== undefined && !(Number.isInteger(issues) && issues > 0))
    throw new Error(`--issues ${values.issues}: give a whole number above 0`)
  if (slugOf(values.name) === '') throw new Error(`--name ${values.name}: give a name with letters in it`)
  return { name: values.name, anchor: values.day, scale, ...(issues !== undefined && { issues }) }
}

/** Runs a service of its own beside any that serves the same database: it need not keep the limits on requests. */
async function run(district: District): Promise<void> {
  const settings = readSettings({
    ...process.env,
    PORT: '0',
    METRICS_PORT: '',
    HOST: '127.0.0.1',
    SIGN_UP: 'open',
    TENANT_CREATION: 'open',
    RATE_LIMIT: '0',
    SIGN_UP_RATE: '0',
    SIGN_IN_RATE: '0',
    DRAIN_SECONDS: '0',
    // Nobody reads the mail of the example's accounts.
    SMTP_URL: '',
  })
  if (settings.DATABASE_URL)
    throw new Error(
      'DATABASE_URL is set. The demo makes accounts with a known password: it fills only the database that comes with `npm start`',
    )
  const databases = await openDatabases(settings)
  try {
    const running = await start(settings, databases, pino({ level: 'fatal' }))
    try {
      const operator = await running.ready
      if (operator?.generatedPassword)
        say(`The database is new. Its operator: ${operator.email}, password ${operator.generatedPassword}`)
      const began = performance.now()
      const settle = async (tenantId: string) => {
        say('The times are being moved into the past.')
        const sql = openClient(databases.owner, 1)
        await backdate(sql, tenantId).finally(() => sql.end())
      }
      const filling = await fillDistrict(running.address, district, { report: say, settle })
      conclude(district, filling, Math.round((performance.now() - began) / 1_000))
    } finally {
      await running.stop()
    }
  } finally {
    await databases.stop()
  }
}

function conclude({ name }: District, filling: Filling, seconds: number): void {
  if (!filling.isNew && !filling.isWhole)
    throw new Error(`${name} is there, but an earlier run did not finish it. Give another --name`)
  if (filling.isNew) {
    const counts = Object.entries(filling.counts).map(([what, count]) => `${count} ${what}`)
    say(`\n${name} is made in ${seconds} s: ${counts.join(', ')}.`)
  } else say(`${name} is already there, and was left as it is.`)
  const slug = slugOf(name)
  say(
    `\nRun \`npm start\`, then sign in at http://127.0.0.1:${process.env.WEB_PORT ?? '5173'} with the password ${DEMO_PASSWORD} as`,
  )
  for (const role of roleNames) say(`  ${emailOf(role, slug).padEnd(42)}${describeRole(role)}`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

try {
  await run(readDistrict())
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}\n`)
  process.exitCode = 1
}
