import { bySize, type Figure } from '../figure.ts'
import { atLeast, filesFor, measureSuites } from '../suite.ts'
import { foreignIds } from './foreign-ids.ts'
import { hidingDefects, isolationDefects } from './isolation-defects.ts'

/**
 * Suites about who may read and change what. The quick ones are generated from the contract, by operation, id, reference and
 * row; the full ones add the hiding of single records.
 */
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
  'assets/hidden-filters',
  'work/hidden-records',
  'work/issue-conversation',
]
const filesOf = filesFor(quick, full)

const least = atLeast(2_500, 13_000)

/** Figure 1: no tenant can read or change the records of another. */
export const isolation: Figure = {
  number: 1,
  name: 'Tenant isolation',
  goal: '0 failed of all generated cases: no foreign record, no foreign text, the same answer in the same time as for an unknown id; an own record must be distinguishable (control)',
  defects: isolationDefects,
  furtherDefects: hidingDefects,
  async measure(root, size, defect) {
    const suites = await measureSuites(root, { 'apps/api': filesOf(size, defect) }, least[size])
    if (size === 'planted') return suites
    const timed = await foreignIds(root, bySize(size, 0, 200, 3_000))
    return {
      ...suites,
      control: suites.control && timed.control,
      passed: suites.passed && timed.passed,
      numbers: { ...suites.numbers, ...timed.numbers },
    }
  },
}
