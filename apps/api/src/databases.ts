import { type SupervisionEvents, startEmbedded } from '@commonhold/embedded-postgres'
import { assertAnswers, assertSettingsPersist } from './db/connection.ts'
import { type DatabaseTarget, tenancySettings } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { seed } from './seed.ts'
import type { Settings } from './settings.ts'
import { schema } from './tables.ts'

/** How to connect to the database as the owner of the tables and as the runtime role. */
export interface Databases {
  readonly owner: DatabaseTarget
  readonly runtime: DatabaseTarget
  /** A streaming replica for reads, with the runtime role. */
  readonly replica?: DatabaseTarget
  /** True for the embedded database, for which an operator account may be generated. */
  readonly isEmbedded: boolean
}

/** The databases while they are in use; `stop` ends the embedded server. */
export interface OpenDatabases extends Databases {
  /** Keeps the embedded server running until `stop`; does nothing for an external server. */
  supervise(events: SupervisionEvents): void
  stop(): Promise<void>
}

/** Opens the databases of the settings or, if none is set, the embedded PostgreSQL. */
export async function openDatabases(settings: Settings): Promise<OpenDatabases> {
  if (settings.DATABASE_URL) {
    const prepare = settings.DATABASE_PREPARE === 'auto'
    return {
      owner: { url: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL, prepare, assumeRole: false },
      runtime: { url: settings.DATABASE_URL, prepare, assumeRole: true },
      ...(settings.DATABASE_READ_URL && {
        replica: { url: settings.DATABASE_READ_URL, prepare, assumeRole: true },
      }),
      isEmbedded: false,
      supervise: () => {},
      stop: async () => {},
    }
  }
  const embedded = await startEmbedded({ dataDir: settings.DATA_DIR }).catch((error: unknown) => {
    // An error of the file system: the folder cannot be created, read or written.
    if (error instanceof Error && 'syscall' in error)
      throw new Error(`DATA_DIR: ${error.message}`, { cause: error })
    throw error
  })
  return {
    owner: { ...embedded.owner, prepare: true, assumeRole: false },
    runtime: { ...embedded.runtime, prepare: true, assumeRole: false },
    isEmbedded: true,
    supervise: (events) => embedded.supervise(events),
    stop: () => embedded.stop(),
  }
}

/** Migrates the database, never through a pooler, because a migration holds a lock of its session. */
export async function migrateDatabase({ owner, runtime }: Databases): Promise<void> {
  await assertAnswers(owner)
  if (runtime.prepare) await assertSettingsPersist(runtime, tenancySettings)
  await migrate(owner, schema, seed)
}

/** The runtime role, connected without a pooler, because jobs keep their own connections. */
export const directTarget = ({ owner, runtime }: Databases): DatabaseTarget =>
  owner.url === runtime.url ? runtime : { ...owner, prepare: true, assumeRole: true }
