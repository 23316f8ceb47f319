import pino, { type Logger } from 'pino'
import { kindOfError } from './base/kind-of-error.ts'
import { VERSION } from './base/version.ts'
import { type OpenDatabases, openDatabases } from './databases.ts'
import { BadSettings, maskedSettings, readSettings, type Settings } from './settings.ts'
import { start } from './start.ts'

/** Milliseconds for which requests in progress may continue after the drain window. */
const GRACE = 30_000

/** Log lines are buffered until they have this many bytes, or for at most this many milliseconds. */
const LOG_CHUNK = 8_192
const LOG_DELAY = 100

try {
  await run(readSettings(process.env))
} catch (error) {
  fail(error)
}

async function run(settings: Settings): Promise<void> {
  const log = pino(
    { level: settings.LOG_LEVEL, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 1, sync: false, minLength: LOG_CHUNK, periodicFlush: LOG_DELAY }),
  )
  const databases = await openDatabases(settings)
  try {
    await serve(settings, databases, log)
  } catch (error) {
    await databases.stop()
    throw error
  }
}

async function serve(settings: Settings, databases: OpenDatabases, log: Logger): Promise<void> {
  log.info({ version: VERSION, settings: maskedSettings(settings) }, 'starting')
  const running = await start(settings, databases, log)
  let stopping: Promise<never> | undefined
  const shutDown = async (code: number): Promise<never> => {
    setTimeout(() => process.exit(1), GRACE + settings.DRAIN_SECONDS * 1_000).unref()
    await running.stop()
    await databases.stop()
    process.exit(code)
  }
  // A second signal waits for the first: it must not abort the requests in progress.
  const stop = (code: number) => {
    stopping ??= shutDown(code)
    return stopping
  }
  process.on('SIGTERM', () => stop(0))
  process.on('SIGINT', () => stop(0))
  // A query failed that is no longer awaited: its request was already answered, and other requests must not be affected.
  process.on('unhandledRejection', (error) => log.error(kindOfError(error), 'unhandled rejection'))
  process.on('uncaughtException', (error) => {
    log.fatal({ type: error.name, stack: error.stack }, 'uncaught')
    stop(1).catch(() => process.exit(1))
  })
  databases.supervise({
    ended: () => log.error('the embedded PostgreSQL has ended; it is being restarted'),
    restarted: (ms) => log.warn({ ms }, 'the embedded PostgreSQL was restarted'),
    failed: (error) => {
      log.fatal({ reason: error.message }, 'the embedded PostgreSQL cannot be restarted')
      writeError(`the embedded PostgreSQL cannot be restarted: ${error.message}`)
      stop(1).catch(() => process.exit(1))
    },
  })
  const operator = await running.ready.catch((error: unknown) => {
    if (stopping) return stopping
    throw error
  })
  log.info({ address: running.address }, 'ready')
  process.send?.({ ready: running.address, operator })
  if (operator?.generatedPassword) announce(operator.email, operator.generatedPassword)
}

/** Prints the password of a new database, once: it cannot be read later. */
function announce(email: string, password: string): void {
  process.stderr.write(
    `\n  Operator account: ${email}\n  Password:         ${password}\n  Keep it: it is not shown again.\n\n`,
  )
}

/** Prints one line for each invalid setting, or the message of another error, without a stack trace, and exits with 1. */
function fail(error: unknown): void {
  const lines =
    error instanceof BadSettings ? error.lines : [error instanceof Error ? error.message : String(error)]
  for (const line of lines) writeError(line)
  process.exit(1)
}

function writeError(line: string): void {
  process.stderr.write(`commonhold: ${line}\n`)
}
