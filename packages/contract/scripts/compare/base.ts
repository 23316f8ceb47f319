import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { OpenAPIObject } from '../../src/kernel/openapi.ts'
import type { State } from './faults.ts'

/** The document to compare with, and its origin: a commit or a file. */
export interface Base extends State {
  readonly from: string
}

/** Path of the changelog, relative to the folder of openapi.json. */
export const CHANGELOG = '../../CHANGELOG.md'

/**
 * Reads a committed document of a folder, and the changelog, at the branch point from origin/main, else in the
 * previous commit; undefined if there is none.
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

/** Reads a document from a file. */
export function readDocument(file: URL | string): OpenAPIObject {
  return JSON.parse(readFileSync(file, 'utf8')) as OpenAPIObject
}

/** Runs git and returns its output; undefined outside a repository, or for an unknown revision or file. */
const gitIn =
  (cwd: URL | string) =>
  (...args: string[]): string | undefined => {
    const { status, stdout } = spawnSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 })
    return status === 0 ? stdout.trim() : undefined
  }
