/** How much of a figure is measured: enough to find its defect, some minutes for all, or all of it. */
export type Size = 'planted' | 'quick' | 'full'

/** A defect: `find` occurs once in `file` of the package `folder` and becomes `replace`. */
export interface Defect {
  readonly name: string
  readonly folder: string
  readonly file: string
  readonly find: string
  readonly replace: string
  /** The test file that finds it, without `test/` and its ending, in a figure that runs test files. */
  readonly foundBy?: string
}

/** What one measurement found. */
export interface Outcome {
  /** The positive control: what must work did work, so that silence is no success. */
  readonly control: boolean
  /** Whether the goal is met. */
  readonly passed: boolean
  /** The numbers behind it. */
  readonly numbers: Readonly<Record<string, number | string>>
  /** What failed, where cases have names. */
  readonly failures?: readonly string[]
}

/** One of the figures by which the service is judged. */
export interface Figure {
  readonly number: number
  readonly name: string
  readonly goal: string
  /** Each must be found by a measurement of the size `planted`, otherwise the figure is void. */
  readonly defects: readonly Defect[]
  /** Planted as well when the figure is measured in full. */
  readonly furtherDefects?: readonly Defect[]
  /** Measures the service in the checkout `root`; of the size `planted`, what finds the `defect` there. */
  measure(root: string, size: Size, defect?: Defect): Promise<Outcome>
}

/** The number for a size. */
export const bySize = (size: Size, planted: number, quick: number, full: number): number =>
  ({ planted, quick, full })[size]

/**
 * The seed of what a figure generates: another one each time in full, otherwise always the same. `TRUST_SEED` sets it, to
 * repeat what a report says.
 */
export const seedOf = (size: Size): number =>
  Number(process.env.TRUST_SEED ?? (size === 'full' ? Date.now() % 1_000_000 : 1))
