import fc from 'fast-check'

/** The kinds of steps in a history; each is one or two requests. */
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

/** One step of a caller: its kind, the instance that gets the request, and the choice of a record. */
export interface Step {
  readonly kind: (typeof kinds)[number]
  readonly instance: number
  /** From 0 to 5; selects one of a few records, depending on the kind. */
  readonly choice: number
}

/** Number of instances of the service. */
export const INSTANCES = 3
const CALLERS = 4
const STEPS = 10

/** Reads and renames are as frequent as all others together, because the versions of one record reveal most errors. */
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    fc.constantFrom<Step['kind']>('read', 'rename'),
    fc.constantFrom(...kinds.filter((kind) => kind !== 'read' && kind !== 'rename')),
  ),
  instance: fc.nat(INSTANCES - 1),
  choice: fc.nat(5),
})

/** The steps of each caller, for each history; the same for the same seed. Their order in time depends on the machine. */
export function plansOf(histories: number, seed: number): Step[][][] {
  const steps = fc.array(step, { minLength: STEPS, maxLength: STEPS })
  const callers = fc.array(steps, { minLength: CALLERS, maxLength: CALLERS })
  return fc.sample(callers, { numRuns: histories, seed })
}
