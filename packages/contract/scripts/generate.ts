import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { contract } from '../src/index.ts'
import { nameFaults } from '../src/kernel/audit/names.ts'
import { auditContract } from '../src/kernel/audit.ts'
import { documentFile, documentText } from './document.ts'

/**
 * Writes openapi.json, unless the contract says what a document cannot; with `--check` only compares it and exits 1
 * when it is out of date.
 */
const faults = [...auditContract(contract), ...nameFaults(contract)]
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exitCode = 1
} else if (process.argv.includes('--check')) check()
else writeFileSync(documentFile, documentText)

function check() {
  const committed = existsSync(documentFile) ? readFileSync(documentFile, 'utf8') : ''
  if (committed === documentText) return
  const before = committed.split('\n')
  const after = documentText.split('\n')
  const line = after.findIndex((text, index) => text !== before[index])
  console.error(
    [
      `openapi.json is out of date from line ${line + 1} on (${before.length} lines, now ${after.length}):`,
      `- ${before[line] ?? '(end)'}`,
      `+ ${after[line] ?? '(end)'}`,
      'Run `pnpm generate` and commit the result.',
    ].join('\n'),
  )
  process.exitCode = 1
}
