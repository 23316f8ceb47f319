import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** One change as `redocly diff --format json` reports it (2.77; the command is experimental). */
export interface ReportedChange {
  /** JSON Pointer of the first place that the change affects. */
  readonly path: string
  readonly kind: 'added' | 'removed' | 'modified'
  readonly impact: 'major' | 'minor' | 'patch'
  readonly property?: string
  readonly verdicts: readonly { readonly message: string }[]
  readonly base?: { readonly value?: unknown }
  readonly revision?: { readonly value?: unknown }
}

const command = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url))
const run = promisify(execFile)
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/**
 * Returns the changes that redocly reports between two documents. It runs in a folder without redocly.yaml: any
 * configuration turns its rules for `diff` off, and every change would count as a patch.
 */
export async function reportedChanges(base: object, revision: object): Promise<ReportedChange[]> {
  const cwd = await mkdtemp(join(tmpdir(), 'compare-'))
  try {
    await writeFile(join(cwd, 'base.json'), JSON.stringify(base))
    await writeFile(join(cwd, 'revision.json'), JSON.stringify(revision))
    const options = ['base.json', 'revision.json', '--format', 'json', '--fail-on', 'none']
    const { stdout } = await run(process.execPath, [command, 'diff', ...options], {
      cwd,
      env,
      maxBuffer: 2 ** 28,
    })
    return (JSON.parse(stdout) as { changes: ReportedChange[] }).changes
  } finally {
    await rm(cwd, { recursive: true })
  }
}
