import { execFileSync } from 'node:child_process'
import { realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export interface Identity {
  uid: number
  gid: number
}

/**
 * Whom PostgreSQL runs as when we are root, which it refuses: the owner of the data folder, or else the
 * system's user without rights. Undefined when we are an ordinary user: then it runs as ourselves.
 */
export function serverIdentity(dataDir: string): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined
  const { uid, gid } = statSync(dataDir)
  // initdb insists on a name for its user.
  if (uid !== 0 && id('-un', String(uid))) return { uid, gid }
  // On macOS `nobody` is -2, which not every call takes.
  const name = process.platform === 'darwin' ? 'daemon' : 'nobody'
  const found = { uid: Number(id('-u', name)), gid: Number(id('-g', name)) }
  if (found.uid > 0) return found
  throw new Error(`PostgreSQL refuses to run as root and there is no user ${name}: set DATABASE_URL`)
}

/** Whether `who` may enter the folder, by the permission bits of it and of every folder above it. */
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
