import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCopy, textWith } from '../../scripts/mutants/copy.mjs'
import type { Defect, Figure, Outcome, Size } from './figure.ts'

let copy: string | undefined

/** The result for a planted defect. In full, the copy is first measured without the defect, and must pass. */
export type Finding = 'found' | 'missed' | 'no place' | 'control failed' | 'red without it'

/** Plants a defect in a copy of the last commit, and measures the figure there. */
export async function findingOf(root: string, figure: Figure, defect: Defect, size: Size): Promise<Finding> {
  copy ??= makeCopy(root)
  const path = join(copy, defect.folder, defect.file)
  const changed = textWith(copy, defect)
  if (changed === undefined) return 'no place'
  if (size === 'full' && !(await figure.measure(copy, 'planted', defect)).passed) return 'red without it'
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, changed)
  try {
    return verdictOn(await figure.measure(copy, 'planted', defect))
  } finally {
    writeFileSync(path, before)
  }
}

/** If the control fails, the service does not work at all, and the defect was not really found. */
function verdictOn({ control, passed }: Outcome): Finding {
  if (!control) return 'control failed'
  return passed ? 'missed' : 'found'
}
