import { bySize, type Figure, type Size } from '../figure.ts'
import { atLeast, measureSuites } from '../suite.ts'

/** Suites that are made from the contract: who may see and change what, by operation, id, reference and row. */
const quick = [
  'generated/row-level-security',
  'generated/every-id',
  'generated/every-reference',
  'generated/every-permission',
]
const full = [
  ...quick,
  'generated/every-user-id',
  'generated/every-hidden-reference',
  'generated/every-hidden-name',
  'generated/every-project',
  'generated/every-catalogue',
  'generated/every-include',
  'generated/every-external-id',
  'generated/hidden-members',
  'generated/hidden-writes',
  'generated/closed-door',
  'generated/newcomer',
  'generated/permission-guards',
]
const filesOf = (size: Size) => (size === 'full' ? full : quick.slice(0, bySize(size, 1, quick.length, 0)))

const least = atLeast(2_500, 13_000)

/** Figure 1: no tenant sees or changes anything of another. */
export const isolation: Figure = {
  number: 1,
  name: 'Tenant isolation',
  goal: '0 failed of all generated cases: no foreign record, no foreign text, the same answer as for an unknown id',
  defects: [
    {
      name: 'row level security shows the rows of every tenant',
      folder: 'apps/api',
      file: 'src/db/tenancy.ts',
      find: "const MINE = `tenant_id = current_setting('app.tenant_id')`",
      replace: 'const MINE = `true`',
    },
  ],
  measure: (root, size) => measureSuites(root, { 'apps/api': filesOf(size) }, least[size]),
}
