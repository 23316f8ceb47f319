import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeCopy, textWith } from '../../scripts/mutants/copy.mjs'
import type { Defect, Figure, Outcome } from './figure.ts'

let copy: string | undefined

/** What became of a planted defect. */
export type Finding = 'found' | 'missed' | 'no place' | 'control failed'

/** Plants a defect in a copy of the last commit, and measures the figure there. */
export async function findingOf(root: string, figure: Figure, defect: Defect): Promise<Finding> {
  copy ??= makeCopy(root)
  const path = join(copy, defect.folder, defect.file)
  const changed = textWith(copy, defect)
  if (changed === undefined) return 'no place'
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, changed)
  try {
    return verdictOn(await figure.measure(copy, 'planted', defect))
  } finally {
    writeFileSync(path, before)
  }
}

/** A service that does nothing at all would be found, too: its control fails. */
function verdictOn({ control, passed }: Outcome): Finding {
  if (!control) return 'control failed'
  return passed ? 'missed' : 'found'
}
