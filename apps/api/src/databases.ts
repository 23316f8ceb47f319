import { type SupervisionEvents, startEmbedded } from '@commonhold/embedded-postgres'
import { assertKeepsSettings } from './db/connection.ts'
import { tenancySettings } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { seed } from './seed.ts'
import type { Settings } from './settings.ts'
import type { Databases } from './start.ts'
import { tables } from './tables.ts'

/** Databases that are there to be used, until they are given up. */
export interface OpenDatabases extends Databases {
  /** Keeps the embedded server running until `stop`; a server that is not ours is somebody else's to keep. */
  supervise(events: SupervisionEvents): void
  stop(): Promise<void>
}

/** The databases that the settings name; without any, the real PostgreSQL that comes with the service. */
export async function openDatabases(settings: Settings): Promise<OpenDatabases> {
  if (settings.DATABASE_URL) {
    const prepare = settings.DATABASE_PREPARE === 'auto'
    return {
      owner: { url: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL, prepare, assumeRole: false },
      runtime: { url: settings.DATABASE_URL, prepare, assumeRole: true },
      isEmbedded: false,
      supervise: () => {},
      stop: async () => {},
    }
  }
  const embedded = await startEmbedded({ dataDir: settings.DATA_DIR })
  return {
    owner: { ...embedded.owner, prepare: true, assumeRole: false },
    runtime: { ...embedded.runtime, prepare: true, assumeRole: false },
    isEmbedded: true,
    supervise: (events) => embedded.supervise(events),
    stop: () => embedded.stop(),
  }
}

/** Brings the database up to date; not through a pooler, which would keep the lock that migrations hold in their session. */
export async function migrateDatabase({ owner, runtime }: Databases): Promise<void> {
  if (runtime.prepare) await assertKeepsSettings(runtime, tenancySettings)
  await migrate(owner, tables, seed)
}
