import pino from 'pino'
import { onTestFinished } from 'vitest'
import { openDatabases } from '../../src/databases.ts'
import { readSettings } from '../../src/settings.ts'
import { start } from '../../src/start.ts'

/** Starts the service on a database as `main.ts` does, but in this process. Resolves with its address when it is ready. */
export async function startInProcess(url: string, more: Record<string, string> = {}): Promise<string> {
  const usual = { DATABASE_URL: url, PORT: '0', DRAIN_SECONDS: '0', RATE_LIMIT: '0' }
  const settings = readSettings({ ...usual, ...more })
  const databases = await openDatabases(settings)
  const running = await start(settings, databases, pino({ level: 'silent' }))
  onTestFinished(async () => {
    await running.stop()
    await databases.stop()
  })
  await running.ready
  return running.address
}
