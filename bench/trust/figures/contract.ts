import type { Figure, Size } from '../figure.ts'
import { atLeast, measureSuites } from '../suite.ts'

/** Suites that hold each answer of each operation against the contract: its status, its schema, its headers, its effects. */
const quick = ['generated/every-operation', 'generated/every-write', 'generated/every-refusal']
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
]
const filesOf: Readonly<Record<Size, readonly string[]>> = { planted: quick.slice(0, 1), quick, full }

const least = atLeast(4_100, 13_000)

/** Figure 11: the service answers as its contract says. */
export const contract: Figure = {
  number: 11,
  name: 'Contract',
  goal: '0 failed of all generated cases: documented status and schema, bad input refused, nothing left by what failed',
  defects: [
    {
      name: 'a success has another status than the contract says',
      folder: 'apps/api',
      file: 'src/http/respond.ts',
      find: 'return { status, headers, body: text }',
      replace: 'return { status: status === 201 ? 200 : status, headers, body: text }',
    },
  ],
  measure: (root, size) => measureSuites(root, { 'apps/api': filesOf[size] }, least[size]),
}
