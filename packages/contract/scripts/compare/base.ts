import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { OpenAPIObject } from '../../src/kernel/openapi.ts'
import type { State } from './faults.ts'

/** What to compare with, and where it is from. */
export interface Base extends State {
  readonly from: string
}

/** Where the change log is, seen from the folder of openapi.json. */
export const CHANGELOG = '../../CHANGELOG.md'

/**
 * A committed document of a folder, with its change log, at the branch point from origin/main, else of the
 * commit before; undefined if there is none.
 */
export function committedBase(folder: URL | string, name: string): Base | undefined {
  const git = gitIn(folder)
  const head = git('rev-parse', 'HEAD')
  const branchPoint = git('merge-base', 'origin/main', 'HEAD')
  const from = branchPoint && branchPoint !== head ? branchPoint : 'HEAD~1'
  const text = git('show', `${from}:./${name}`)
  if (!text) return undefined
  const changelog = git('show', `${from}:./${CHANGELOG}`) ?? ''
  return { from, document: JSON.parse(text) as OpenAPIObject, changelog }
}

/** A document in a file. */
export function readDocument(file: URL | string): OpenAPIObject {
  return JSON.parse(readFileSync(file, 'utf8')) as OpenAPIObject
}

/** What git answers, or undefined: outside a repository, for an unknown revision or file. */
const gitIn =
  (cwd: URL | string) =>
  (...args: string[]): string | undefined => {
    const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 })
    return status === 0 ? stdout.trim() : undefined
  }
