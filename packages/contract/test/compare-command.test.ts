import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { committedBase } from '../scripts/compare/base.ts'
import { document } from '../scripts/document.ts'

// In a git hook, these variables would make the git commands of the test use the real repository.
for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) delete process.env[name]

const folder = mkdtempSync(join(tmpdir(), 'compare-command-'))
afterAll(() => rmSync(folder, { recursive: true }))

const script = fileURLToPath(new URL('../scripts/compare.ts', import.meta.url))

/** Runs the command with an earlier document that has the given paths. */
function compareWith(released: string, paths: object, entries = '## Unreleased\n\n- A change.\n\n') {
  const file = join(folder, 'earlier.json')
  const changelog = join(folder, 'changelog.md')
  writeFileSync(file, JSON.stringify({ ...document, info: { ...document.info, version: released }, paths }))
  writeFileSync(changelog, `# Changelog\n\n${entries}## ${released} (2026-01-01)\n\n- First.\n`)
  const args = [script, '--base', file, '--changelog', changelog]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

const more = {
  ...document.paths,
  '/you': { get: { ...document.paths?.['/me']?.get, operationId: 'getYou' } },
}
const { '/me': _, ...fewer } = document.paths ?? {}

test('a breaking change fails without a new version', () => {
  const { status, output } = compareWith(document.info.version, more)
  expect(status).toBe(1)
  expect(output).toMatch(/^breaking +#\/paths\/~1you: Path `\/you` was removed\.$/m)
  expect(output).toMatch(/^info\.version is .* breaking changes need /m)
})

test('a breaking change passes with a new version', () => {
  expect(compareWith('0.0.9', more).status).toBe(0)
})

test('an additive change fails without a new version, and passes with one', () => {
  const { status, output } = compareWith(document.info.version, fewer)
  expect(status).toBe(1)
  expect(output).toMatch(/^additive +#\/paths\/~1me: /m)
  expect(compareWith('0.0.9', fewer).status).toBe(0)
})

test('a change of which the change log says nothing fails', () => {
  const { status, output } = compareWith('0.0.9', fewer, '## Unreleased\n\n')
  expect(status).toBe(1)
  expect(output).toMatch(/^CHANGELOG\.md says nothing of it/m)
})

test('the same document passes', () => {
  expect(compareWith(document.info.version, document.paths ?? {}, '').status).toBe(0)
})

test('the base is the branch point from origin/main, else the commit before', () => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' })
  const commit = (title?: string) => {
    if (title) writeFileSync(join(folder, 'openapi.json'), JSON.stringify({ info: { title } }))
    git('add', '.')
    git('-c', 'user.name=test', '-c', 'user.email=test@example.org', 'commit', '--allow-empty', '-m', 'x')
  }
  const title = () => committedBase(folder, 'openapi.json')?.document.info.title
  expect(title()).toBeUndefined()
  git('init')
  commit()
  expect(title()).toBeUndefined()
  commit('one')
  expect(title()).toBeUndefined()
  commit('two')
  expect(title()).toBe('one')
  git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  expect(title()).toBe('one')
  commit('three')
  commit('four')
  expect(title()).toBe('two')
})
