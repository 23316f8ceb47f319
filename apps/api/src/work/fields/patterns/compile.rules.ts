import type { Holds } from './classes.rules.ts'
import { type Node, PatternError } from './parse.rules.ts'

/** One step of a pattern. `one` matches a character; `split` continues at two steps. */
export type Instruction =
  | { readonly kind: 'one'; readonly holds: Holds }
  | { readonly kind: 'start' | 'end' | 'match' }
  | { readonly kind: 'jump'; to: number }
  | { readonly kind: 'split'; first: number; second: number }

/** The maximum number of steps. The cost of matching a text is at most this number times its length. */
const MAX_STEPS = 500

/** Compiles a pattern to steps. Counted repetitions are expanded. Throws a `PatternError` if there are too many steps. */
export function compile(node: Node): Instruction[] {
  const steps: Instruction[] = []
  emit(steps, node)
  push(steps, { kind: 'match' })
  return steps
}

function push<I extends Instruction>(steps: Instruction[], instruction: I): I {
  if (steps.length >= MAX_STEPS) throw new PatternError('is too long after its repetitions are expanded')
  steps.push(instruction)
  return instruction
}

function emit(steps: Instruction[], node: Node): void {
  switch (node.kind) {
    case 'one':
    case 'start':
    case 'end':
      push(steps, node)
      return
    case 'sequence':
      for (const part of node.parts) emit(steps, part)
      return
    case 'either':
      emitEither(steps, node.options)
      return
    case 'repeat':
      emitRepeat(steps, node.part, node.least, node.most)
  }
}

function emitEither(steps: Instruction[], options: readonly Node[]): void {
  const [option, ...rest] = options
  if (!option) return
  if (rest.length === 0) {
    emit(steps, option)
    return
  }
  const split = push(steps, { kind: 'split', first: steps.length + 1, second: 0 })
  emit(steps, option)
  const jump = push(steps, { kind: 'jump', to: 0 })
  split.second = steps.length
  emitEither(steps, rest)
  jump.to = steps.length
}

function emitRepeat(steps: Instruction[], part: Node, least: number, most: number): void {
  for (let n = 0; n < least; n += 1) {
    const before = steps.length
    emit(steps, part)
    // An empty pattern remains empty, however often it is repeated.
    if (steps.length === before) return
  }
  if (most === Number.POSITIVE_INFINITY) {
    const split = push(steps, { kind: 'split', first: steps.length + 1, second: 0 })
    const begin = steps.length - 1
    emit(steps, part)
    push(steps, { kind: 'jump', to: begin })
    split.second = steps.length
    return
  }
  const splits: { second: number }[] = []
  for (let n = least; n < most; n += 1) {
    splits.push(push(steps, { kind: 'split', first: steps.length + 1, second: 0 }))
    emit(steps, part)
  }
  for (const split of splits) split.second = steps.length
}
