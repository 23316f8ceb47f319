import { execFileSync } from 'node:child_process'
import { realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export interface Identity {
  uid: number
  gid: number
}

/**
 * The user that runs PostgreSQL, which refuses to run as root: the owner of the data folder, or else the system's
 * unprivileged user. Undefined if this process does not run as root: then PostgreSQL runs as the same user.
 */
export function serverIdentity(dataDir: string): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined
  const { uid, gid } = statSync(dataDir)
  // initdb requires that its user has a name.
  if (uid !== 0 && id('-un', String(uid))) return { uid, gid }
  // On macOS `nobody` has the id -2, which not every system call accepts.
  const name = process.platform === 'darwin' ? 'daemon' : 'nobody'
  const found = { uid: Number(id('-u', name)), gid: Number(id('-g', name)) }
  if (found.uid > 0) return found
  throw new Error(`PostgreSQL refuses to run as root and there is no user ${name}: set DATABASE_URL`)
}

/** Whether `who` may enter the folder, by the permission bits of the folder and of all its parents. */
export function reaches(who: Identity, folder: string): boolean {
  for (let path = realpathSync(folder); ; path = dirname(path)) {
    const { uid, gid, mode } = statSync(path)
    const bit = uid === who.uid ? 0o100 : gid === who.gid ? 0o010 : 0o001
    if ((mode & bit) === 0) return false
    if (path === dirname(path)) return true
  }
}

function id(flag: string, user: string): string | undefined {
  try {
    return execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}
