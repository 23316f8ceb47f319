import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { contract } from '../src/index.ts'
import { nameErrors } from '../src/kernel/audit/names.ts'
import { auditContract } from '../src/kernel/audit.ts'
import { committed } from './document.ts'

/**
 * Writes openapi.json and openapi.sdk.json, or exits with 1 if the audit finds errors in the contract. With `--check` it
 * only compares the files and exits with 1 if one is out of date.
 */
const errors = [...auditContract(contract), ...nameErrors(contract)]
if (errors.length > 0) {
  console.error(errors.join('\n'))
  process.exitCode = 1
} else {
  for (const one of committed) {
    if (process.argv.includes('--check')) check(one)
    else writeFileSync(one.file, one.text)
  }
}

function check({ name, file, text }: (typeof committed)[number]) {
  const present = existsSync(file) ? readFileSync(file, 'utf8') : ''
  if (present === text) return
  const before = present.split('\n')
  const after = text.split('\n')
  const line = after.findIndex((entry, index) => entry !== before[index])
  console.error(
    [
      `${name} is out of date from line ${line + 1} on (${before.length} lines, now ${after.length}):`,
      `- ${before[line] ?? '(end)'}`,
      `+ ${after[line] ?? '(end)'}`,
      'Run `pnpm generate` and commit the result.',
    ].join('\n'),
  )
  process.exitCode = 1
}
