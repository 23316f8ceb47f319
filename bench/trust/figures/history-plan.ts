import fc from 'fast-check'

/** What a caller may do in a history; each is one request or two. */
export const kinds = [
  'read',
  'rename',
  'hold',
  'take',
  'carry',
  'repeat',
  'register',
  'identify',
  'reach',
  'reorder',
  'nest',
  'turn',
] as const

/** One step of a caller: what it does, at which instance, with which of the records that there are. */
export interface Step {
  readonly kind: (typeof kinds)[number]
  readonly instance: number
  /** From 0 to 5: which of a few records, as the kind takes it. */
  readonly choice: number
}

/** Instances of the service that the callers ask. */
export const INSTANCES = 3
const CALLERS = 4
const STEPS = 10

/** Reads and renames are as frequent as all others together: the versions of one record say most. */
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    fc.constantFrom<Step['kind']>('read', 'rename'),
    fc.constantFrom(...kinds.filter((kind) => kind !== 'read' && kind !== 'rename')),
  ),
  instance: fc.nat(INSTANCES - 1),
  choice: fc.nat(5),
})

/** The steps of each caller, for each history; the same for the same seed. How they interleave is up to the machine. */
export function plansOf(histories: number, seed: number): Step[][][] {
  const steps = fc.array(step, { minLength: STEPS, maxLength: STEPS })
  const callers = fc.array(steps, { minLength: CALLERS, maxLength: CALLERS })
  return fc.sample(callers, { numRuns: histories, seed })
}
