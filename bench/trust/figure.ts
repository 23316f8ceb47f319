/** How much of a figure is measured: enough to find its defects, some minutes for all figures together, or everything. */
export type Size = 'planted' | 'quick' | 'full'

/** A defect: `find` occurs once in `file` of the package `folder` and becomes `replace`. */
export interface Defect {
  readonly name: string
  readonly folder: string
  readonly file: string
  readonly find: string
  readonly replace: string
  /** In a figure that runs test files: the file that finds the defect, without `test/` and the ending. */
  readonly foundBy?: string
}

/** The result of one measurement. */
export interface Outcome {
  /** The positive control: what must work did work, so that a broken measurement does not pass. */
  readonly control: boolean
  /** Whether the goal is met. */
  readonly passed: boolean
  /** The measured numbers. */
  readonly numbers: Readonly<Record<string, number | string>>
  /** The failed cases, if the cases have names. */
  readonly failures?: readonly string[]
}

/** One of the figures that measure the trustworthiness of the service. */
export interface Figure {
  readonly number: number
  readonly name: string
  readonly goal: string
  /** Each must be found by a measurement of the size `planted`, otherwise the figure is void. */
  readonly defects: readonly Defect[]
  /** Also planted when the figure is measured in full. */
  readonly furtherDefects?: readonly Defect[]
  /** Measures the service in the checkout `root`; with the size `planted`, only what finds the `defect`. */
  measure(root: string, size: Size, defect?: Defect): Promise<Outcome>
}

/** Returns the number for a size. */
export const bySize = (size: Size, planted: number, quick: number, full: number): number =>
  ({ planted, quick, full })[size]

/**
 * The seed of a figure's generated data: in full a different one each time, otherwise always 1. `TRUST_SEED` sets it, to
 * repeat the run of a report.
 */
export const seedOf = (size: Size): number =>
  Number(process.env.TRUST_SEED ?? (size === 'full' ? Date.now() % 1_000_000 : 1))
