// A copy of a commit in a temporary folder, in which defects are planted: the checkout itself is never changed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Folders whose installed packages the copy shares with the checkout. */
const folders = ['.', 'packages/contract', 'packages/embedded-postgres', 'apps/api', 'apps/web']

/**
 * Creates the copy; it is deleted when the process ends.
 * @param {string} root the checkout
 * @param {string} commit default: the last commit
 * @returns {string} the folder of the copy
 */
export function makeCopy(root, commit = 'HEAD') {
  const copy = mkdtempSync(join(tmpdir(), 'commonhold-mutants-'))
  process.on('exit', () => {
    spawnSync('git', ['worktree', 'remove', '--force', copy], { cwd: root })
    rmSync(copy, { recursive: true, force: true })
  })
  const { status, stderr } = spawnSync('git', ['worktree', 'add', '--detach', '--quiet', copy, commit], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  for (const folder of folders) linkPackages(root, copy, folder)
  return copy
}

/**
 * Links the installed packages, except those of the workspace, which the copy contains itself.
 * @param {string} root
 * @param {string} copy
 * @param {string} folder
 */
function linkPackages(root, copy, folder) {
  const installed = join(root, folder, 'node_modules')
  const target = join(copy, folder, 'node_modules')
  mkdirSync(join(target, '@commonhold'), { recursive: true })
  for (const name of readdirSync(installed))
    if (name !== '@commonhold' && !/^\.(vite|cache)/.test(name))
      symlinkSync(join(installed, name), join(target, name))
  if (!existsSync(join(installed, '@commonhold'))) return
  for (const name of readdirSync(join(installed, '@commonhold'))) {
    const place = ['packages', 'apps'].map((kind) => join(copy, kind, name)).find((path) => existsSync(path))
    if (place) symlinkSync(place, join(target, '@commonhold', name))
  }
}

/**
 * The text of the file with the defect in it; undefined when the text to replace does not occur exactly once.
 * @param {string} copy
 * @param {{ folder: string, file: string, find: string, replace: string }} defect
 * @returns {string | undefined}
 */
export function textWith(copy, { folder, file, find, replace }) {
  const path = join(copy, folder, file)
  const parts = existsSync(path) ? readFileSync(path, 'utf8').split(find) : []
  return parts.length === 2 ? parts.join(replace) : undefined
}
