import { createHash } from 'node:crypto'
import { access, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, inject } from 'vitest'
import { sentStatements } from './sent-statements.ts'

const { database, folder } = inject('plans')

/** The file that exists if a test file of this run has checked the statement. */
const fileOf = (text: string) => join(folder, createHash('sha256').update(text).digest('hex'))

const isKnown = (text: string) =>
  access(fileOf(text)).then(
    () => true,
    () => false,
  )

/** Checks that every statement of the test file restricts the rows of tenants to one tenant. */
afterAll(async () => {
  const statements = [...sentStatements]
  sentStatements.clear()
  const known = await Promise.all(statements.map(([text]) => isKnown(text)))
  const unknown = statements.filter((_, at) => !known[at])
  if (unknown.length === 0) return
  // Imported only here: many test files send no statement and need not load the tables.
  const { TenantPlans } = await import('./tenant-plans.ts')
  const plans = new TenantPlans(inject('cluster'), database)
  const breaches: string[] = []
  try {
    for (const [text, count] of unknown) {
      const found = await plans.breaches(text, count)
      breaches.push(...found.map((breach) => `${breach}\n${text}\n`))
      if (found.length === 0) await writeFile(fileOf(text), JSON.stringify([text, count]))
    }
  } finally {
    await plans.end()
  }
  expect(breaches.join('\n')).toBe('')
})
