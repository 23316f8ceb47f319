// `pnpm lockfile`: checks that each dependency is a release of a registry with a SHA-512 digest, and that the lock file names
// no other source. Part of `pnpm verify`.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const lines = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8').split('\n')

const resolution = /^\s+resolution: /
const release = /^\s+resolution: \{integrity: sha512-[A-Za-z0-9+/]{86}==\}$/
/** Matches a URL, a repository or a folder. */
const address = /\w:\/\/|\bgit\+|(?<!-)\b(?:github|gitlab|bitbucket|file):\S/

const bad = lines.flatMap((line, at) => {
  if (resolution.test(line) && !release.test(line))
    return [`${at + 1}: no release with a digest: ${line.trim()}`]
  return address.test(line) ? [`${at + 1}: names where it comes from: ${line.trim()}`] : []
})
if (!lines.some((line) => resolution.test(line))) bad.push('it lists no dependency')
for (const line of bad) process.stderr.write(`pnpm-lock.yaml:${line}\n`)
process.exitCode = bad.length > 0 ? 1 : 0
