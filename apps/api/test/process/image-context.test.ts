import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const linesOf = (path: string) =>
  readFileSync(join(root, path), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

/**
 * A pattern of `.dockerignore` as a regular expression: `*` is any text without a slash, `**` any number of folders. A folder
 * includes its contents.
 */
const expressionOf = (pattern: string) =>
  new RegExp(
    `^${pattern
      .replaceAll('.', '\\.')
      .replaceAll(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(?:.*/)?'))}(?:/|$)`,
  )
const patterns = linesOf('.dockerignore').map((line) => ({
  sends: line.startsWith('!'),
  matching: expressionOf(line.replace(/^!/, '')),
}))

/** Whether a file is sent to the build of the image: the last matching pattern decides. */
const isSent = (path: string): boolean =>
  patterns.findLast(({ matching }) => matching.test(path))?.sends ?? true

const secret = [
  '.env',
  '.env.production',
  'apps/api/.env',
  'apps/web/.env.local',
  'commonhold.dump',
  'commonhold.manifest.json',
  'leeds.ndjson.gz',
  'apps/api/commonhold.dump',
  'apps/api/leeds.ndjson.gz',
  '.data/passwords.json',
  'apps/api/.data/passwords.json',
  'commonhold.secrets',
  'anything-else',
  '.git/config',
  'deploy/helm/values.yaml',
]
test.each(secret)('%s does not get into the image', (path) => {
  expect(isSent(path)).toBe(false)
})

const needed = [
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'tsconfig.base.json',
  'bench/package.json',
  'apps/api/package.json',
  'apps/api/src/main.ts',
  'apps/api/src/command.ts',
  'apps/api/src/auth/passwords/common-passwords.txt',
  'apps/api/migrations/meta/_journal.json',
  'apps/web/vite.config.ts',
  'apps/web/index.html',
  'packages/contract/openapi.json',
  'packages/sdk-check/package.json',
]
test.each(needed)('%s gets into the image', (path) => {
  expect(isSent(path)).toBe(true)
})

test.each(['apps/api/src', 'apps/api/migrations', 'apps/web/src', 'packages/contract/src'])(
  'every file of %s gets into the image',
  (folder) => {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    expect(files.length).toBeGreaterThan(30)
    expect(files.filter((file) => !isSent(`${folder}/${file}`))).toEqual([])
  },
)

test('git leaves out settings, dumps and exports', () => {
  for (const pattern of ['.env', '.env.*', '*.dump', '*.manifest.json', '*.ndjson.gz', '*.secrets'])
    expect(linesOf('.gitignore')).toContain(pattern)
})
