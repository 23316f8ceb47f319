import { resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import { hasDatabase } from '@commonhold/embedded-postgres'
import postgres from 'postgres'
import { settleRestored } from './backup/after-restore.ts'
import { BACKUP_ROLE, ensureBackupRole } from './backup/backup-role.ts'
import { assertUrl } from './backup/database-url.ts'
import { exportTenant } from './backup/export-tenant.ts'
import { importTenant } from './backup/import-tenant.ts'
import { createManifest, readManifest } from './backup/manifest.ts'
import { copyDatabase } from './backup/move-to.ts'
import { STANDARD_STREAM } from './backup/tenant-file.ts'
import { originalAt, verifyRestore } from './backup/verify-restore.ts'
import { Refusal } from './base/refusal.ts'
import { type Databases, migrateDatabase, openDatabases } from './databases.ts'
import type { DatabaseTarget } from './db/database.ts'
import { readSettings } from './settings.ts'

/** A command of an operator. */
export interface Command {
  /** The number of arguments. */
  readonly names: number
  /** The option that the command accepts, such as `--manifest`. */
  readonly option?: string
  /** The number of arguments with the option, if it is another one. */
  readonly namesWithOption?: number
  /** Returns the text to print, if any. Rejects with a `Refusal` that says what to do instead. */
  run(names: readonly string[], hasOption: boolean): Promise<string | undefined>
}

/** Opens the databases of the settings, runs work on them, and closes them. It does not create an embedded database. */
export async function withDatabases<T>(work: (databases: Databases) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env)
  if (!settings.DATABASE_URL && !hasDatabase(settings.DATA_DIR))
    throw new Refusal(
      `There is no embedded database in ${resolve(settings.DATA_DIR)}: set DATABASE_URL, or DATA_DIR to its folder`,
    )
  const databases = await openDatabases(settings)
  try {
    return await work(databases)
  } finally {
    await databases.stop()
  }
}

/** The commands for backups, restores, and moves of an installation or of one tenant. */
export const backupCommands: Readonly<Record<string, Command>> = {
  'backup-role': {
    names: 0,
    option: '--new-password',
    run: (_, renewsPassword) =>
      withOwner(async (sql) => {
        const { password, way } = await ensureBackupRole(sql, renewsPassword)
        return [
          password
            ? `Role: ${BACKUP_ROLE}\nPassword: ${password}`
            : `Role: ${BACKUP_ROLE}, with the password it has`,
          way === 'bypass'
            ? 'Row level security does not apply to it. Dump with: pg_dump --format=custom'
            : 'Each table has a policy for it. Dump with: pg_dump --format=custom --enable-row-security',
        ].join('\n')
      }),
  },
  'backup-manifest': {
    names: 0,
    run: async () => {
      const { ORIGINAL_DATABASE_URL: url = '' } = process.env
      try {
        const manifest = await createManifest(url, (snapshot) => {
          process.stdout.write(`${snapshot}\n`)
          return finished(process.stdin.resume(), { writable: false })
        })
        return JSON.stringify(manifest)
      } finally {
        process.stdin.destroy()
      }
    },
  },
  'verify-restore': {
    names: process.env.RESTORED_DATABASE_URL ? 0 : 2,
    option: '--manifest',
    namesWithOption: process.env.RESTORED_DATABASE_URL ? 1 : 2,
    run: async (
      [
        original = process.env.ORIGINAL_DATABASE_URL ?? '',
        restored = process.env.RESTORED_DATABASE_URL ?? '',
      ],
      isManifest,
    ) => {
      const contents = await (isManifest ? readManifest(original) : originalAt(original))
      const { tables, rows, differences, foreignEntries } = await verifyRestore(contents, restored)
      if (differences.length > 0) throw new Refusal(differences.join('\n'))
      return [
        `The restored database is complete: ${rows} rows of ${tables} tables, and all columns, constraints, indexes, policies, rights, functions and triggers.`,
        ...(foreignEntries > 0
          ? [
              `${foreignEntries} entries of the audit log have transaction ids of another server: run \`after-restore\` next.`,
            ]
          : []),
      ].join('\n')
    },
  },
  'after-restore': {
    names: 0,
    run: () =>
      withOwner(
        async (sql) =>
          `Entries of the audit log that got a transaction id of this server: ${await settleRestored(sql)}`,
      ),
  },
  'move-to': {
    names: process.env.TARGET_DATABASE_URL ? 0 : 1,
    run: async ([url = process.env.TARGET_DATABASE_URL ?? '']) => {
      assertUrl(url, 'target')
      const target = {
        owner: { url, prepare: true, assumeRole: false },
        runtime: { url, prepare: true, assumeRole: true },
      }
      return withOwner(async (from) => {
        await migrateDatabase({ ...target, isEmbedded: false })
        const { tables, rows } = await asOwner(target.owner, (to) => copyDatabase(from, to))
        return `Moved ${rows} rows of ${tables} tables; the checksum of each table is the same. Start the service with this DATABASE_URL.`
      })
    },
  },
  'export-tenant': {
    names: 2,
    option: '--with-passwords',
    run: ([slug = '', file = ''], withPasswords) =>
      withOwner(async (sql) => {
        const { rows, tables, checksum } = await exportTenant(sql, slug, file, withPasswords)
        const exported = `Exported ${rows} rows of ${tables} tables`
        if (file !== STANDARD_STREAM) return `${exported} to ${file}, SHA-256 ${checksum}.`
        process.stderr.write(`${exported}, SHA-256 ${checksum}.\n`)
        return undefined
      }),
  },
  'import-tenant': {
    names: 1,
    option: '--merge-unverified',
    run: ([file = ''], mergesUnverified) =>
      withDatabases(async (databases) => {
        await migrateDatabase(databases)
        const { slug, rows, created, merged } = await asOwner(databases.owner, (sql) =>
          importTenant(sql, file, mergesUnverified),
        ).finally(() => {
          // An input that is not read to its end would keep the process running.
          if (file === STANDARD_STREAM) process.stdin.destroy()
        })
        return `Imported the tenant ${slug}: ${rows} rows. Accounts: ${created} created, ${merged} existed before and are now members.`
      }),
  },
}

const withOwner = <T>(work: (sql: postgres.Sql) => Promise<T>): Promise<T> =>
  withDatabases(({ owner }) => asOwner(owner, work))

/** Runs work on one connection of the owner, without the time limits of requests. */
async function asOwner<T>(target: DatabaseTarget, work: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const { url, prepare: _, assumeRole: __, ...address } = target
  const options = {
    ...address,
    max: 1,
    onnotice: () => {},
    connection: { TimeZone: 'UTC', application_name: 'commonhold-command' },
  }
  const sql = url ? postgres(url, options) : postgres(options)
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
  }
}
