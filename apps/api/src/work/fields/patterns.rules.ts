import { compile, type Instruction } from './patterns/compile.rules.ts'
import { PatternError, parse } from './patterns/parse.rules.ts'

/** The error of a pattern's source; undefined if it is valid. */
export function patternError(source: string): string | undefined {
  try {
    new Pattern(source)
    return undefined
  } catch (error) {
    if (error instanceof PatternError) return error.message
    throw error
  }
}

/**
 * A regular expression that is matched in time proportional to the text: all alternatives are followed in parallel, without
 * backtracking. It supports literals, classes, groups, alternatives, repetition and the anchors `^` and `$`. Constructs
 * without linear-time matching (back references, lookaround) are rejected when the pattern is compiled.
 */
export class Pattern {
  readonly #program: readonly Instruction[]

  /** Throws a `PatternError` if the source is invalid. */
  constructor(source: string) {
    this.#program = compile(parse(source))
  }

  /** True if the pattern matches anywhere in the text. */
  test(text: string): boolean {
    const points = Array.from(text, (character) => character.codePointAt(0) ?? 0)
    let current = new Threads(this.#program.length)
    let next = new Threads(this.#program.length)
    for (let at = 0; at <= points.length; at += 1) {
      // A match may start at any position, so the first state is added at each.
      if (this.#follow(current, 0, at, points.length)) return true
      const point = points[at]
      if (point === undefined) return false
      next.clear()
      for (const state of current.states) {
        const instruction = this.#program[state]
        if (instruction?.kind !== 'one' || !instruction.holds(point)) continue
        if (this.#follow(next, state + 1, at + 1, points.length)) return true
      }
      const done = current
      current = next
      next = done
    }
    return false
  }

  /** Adds the state and all states that follow without consuming a character. Returns true if one is the final state. */
  #follow(threads: Threads, from: number, at: number, length: number): boolean {
    const waiting = [from]
    for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
      if (!threads.add(state)) continue
      const instruction = this.#program[state]
      switch (instruction?.kind) {
        case 'split':
          waiting.push(instruction.second, instruction.first)
          break
        case 'jump':
          waiting.push(instruction.to)
          break
        case 'start':
          if (at === 0) waiting.push(state + 1)
          break
        case 'end':
          if (at === length) waiting.push(state + 1)
          break
        case 'match':
          return true
      }
    }
    return false
  }
}

/** The active states at one position of the text, without duplicates. */
class Threads {
  readonly states: number[] = []
  readonly #seen: Uint8Array

  constructor(size: number) {
    this.#seen = new Uint8Array(size)
  }

  add(state: number): boolean {
    if (this.#seen[state]) return false
    this.#seen[state] = 1
    this.states.push(state)
    return true
  }

  clear(): void {
    for (const state of this.states) this.#seen[state] = 0
    this.states.length = 0
  }
}
