import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedDatabase, startEmbedded } from '@commonhold/embedded-postgres'

/** A PostgreSQL in a temporary folder, which ends when this process exits. */
export interface TemporaryDatabase {
  readonly dataDir: string
  readonly embedded: EmbeddedDatabase
  /** Starts the server again after it was killed. */
  startAgain(): Promise<void>
  stop(): Promise<void>
}

export async function startTemporary(prefix: string): Promise<TemporaryDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), prefix))
  const kill = () => {
    try {
      process.kill(postmasterOf(dataDir), 'SIGQUIT')
    } catch {
      // It has ended already.
    }
  }
  process.once('exit', kill)
  let embedded = await startEmbedded({ dataDir })
  return {
    dataDir,
    get embedded() {
      return embedded
    },
    async startAgain() {
      const former = embedded
      embedded = await startEmbedded({ dataDir })
      await former.stop()
    },
    async stop() {
      await embedded.stop()
      process.off('exit', kill)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** The process id of the PostgreSQL in a folder. */
export const postmasterOf = (dataDir: string): number =>
  Number.parseInt(readFileSync(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8'), 10)
