import { readFileSync } from 'node:fs'

/** The most common leaked passwords of eight code points and more, in NFC and lower case. */
export const commonPasswords: ReadonlySet<string> = readList(
  new URL('./common-passwords.txt', import.meta.url),
)

function readList(file: URL): Set<string> {
  const lines = readFileSync(file, 'utf8').split('\n')
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('#')))
}
