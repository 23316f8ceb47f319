import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bySize, type Figure, seedOf } from '../figure.ts'
import { atLeast, filesFor, measureSuites } from '../suite.ts'
import { reachedRefusals } from './reached-refusals.ts'

/** Generates requests from the schemas of the contract, most of them valid; CONTRACT_INPUTS is the number for each operation. */
const generated = 'generated/every-input'
/** Suites that compare each answer of each operation with the contract: status, schema, headers and effects. */
const quick = [generated, 'generated/every-operation', 'generated/every-write', 'generated/every-refusal']
const full = [
  ...quick,
  'generated/collections',
  'generated/collection-filters',
  'generated/every-bulk',
  'generated/every-default',
  'generated/every-export',
  'generated/every-move',
  'generated/every-name',
  'generated/every-part',
  'generated/every-summary',
  'generated/allowed-operations',
  'generated/declared-permissions',
  'generated/conflict-advice',
  'generated/every-id',
  'generated/every-external-id',
  'generated/every-permission',
]

const filesOf = filesFor(quick, full)

/** Requests to each operation in the full measurement: more than 100,000 in all. */
const INPUTS = 300

const least = atLeast(4_500, 16_500, { requests: 140_000 })

/** The share of the documented refusals that the suites must reach. The quick suites send no ids of other tenants. */
const leastReached = { planted: 0, quick: 0.85, full: 0.95 }

/** Figure 11: the service answers as its contract says. */
export const contract: Figure = {
  number: 11,
  name: 'Contract',
  goal: '0 failed of all generated cases and requests: documented status and schema, bad input refused, nearly every documented refusal reached, nothing left by what failed',
  defects: [
    {
      name: 'a success has another status than the contract says',
      folder: 'apps/api',
      file: 'src/http/respond.ts',
      find: 'return { status, headers, body: text }',
      replace: 'return { status: status === 201 ? 200 : status, headers, body: text }',
      foundBy: 'generated/every-operation',
    },
    {
      name: 'a body is accepted although it is not as its schema says',
      folder: 'apps/api',
      file: 'src/http/validate.ts',
      find: `  if (!result.success) {
    const fieldErrors = errorsOf(result.error.issues, 'body', endpoint.body)`,
      replace: `  if (!result.success) {
    if (result.error.issues.every(({ code }) => code === 'custom' || code === 'too_small')) return body
    const fieldErrors = errorsOf(result.error.issues, 'body', endpoint.body)`,
      foundBy: generated,
    },
    {
      name: 'a record is answered without one of its members',
      folder: 'apps/api',
      file: 'src/http/respond.ts',
      find: 'const text = JSON.stringify(body)',
      replace:
        "const text = JSON.stringify(body, (key, value) => (key === 'asset_count' ? undefined : value))",
      foundBy: 'generated/every-operation',
    },
  ],
  async measure(root, size, defect) {
    const seed = seedOf(size)
    const folder = mkdtempSync(join(tmpdir(), 'commonhold-statuses-'))
    try {
      const statuses = join(folder, 'statuses')
      const outcome = await measureSuites(root, { 'apps/api': filesOf(size, defect) }, least[size], {
        CONTRACT_INPUTS: String(bySize(size, 8, 6, INPUTS)),
        CONTRACT_SEED: String(seed),
        REQUEST_STATUSES: statuses,
      })
      const { documented, reached } = reachedRefusals(root, statuses)
      return {
        ...outcome,
        passed: outcome.passed && reached / documented >= leastReached[size],
        numbers: {
          ...outcome.numbers,
          documented_refusals: documented,
          reached_refusals: reached,
          seed,
        },
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}
