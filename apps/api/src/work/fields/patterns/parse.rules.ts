import { classOf, type Holds } from './classes.rules.ts'

/** The error of a pattern. Its message is shown to the author of the pattern. */
export class PatternError extends Error {
  override readonly name = 'PatternError'
}

/** A pattern as a tree. */
export type Node =
  | { readonly kind: 'one'; readonly holds: Holds }
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'either'; readonly options: readonly Node[] }
  | { readonly kind: 'repeat'; readonly part: Node; readonly least: number; readonly most: number }

/** The maximum nesting of parentheses. */
const MAX_DEPTH = 30

/** Parses the source of a pattern. Throws a `PatternError` if it is invalid. */
export function parse(source: string): Node {
  const reader = new Reader(source)
  const node = alternatives(reader, 0)
  if (!reader.isAtEnd) throw new PatternError('has a ")" without its "("')
  return node
}

class Reader {
  readonly #characters: readonly string[]
  #at = 0

  constructor(source: string) {
    this.#characters = Array.from(source)
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#characters.length
  }

  peek(ahead = 0): string | undefined {
    return this.#characters[this.#at + ahead]
  }

  take(): string {
    const character = this.#characters[this.#at]
    if (character === undefined) throw new PatternError('ends too early')
    this.#at += 1
    return character
  }

  /** Consumes the text if it comes next. */
  skip(text: string): boolean {
    const expected = Array.from(text)
    if (!expected.every((character, index) => this.peek(index) === character)) return false
    this.#at += expected.length
    return true
  }

  /** Consumes characters while they match. */
  takeWhile(fits: (character: string) => boolean): string {
    let matched = ''
    for (let next = this.peek(); next !== undefined && fits(next); next = this.peek()) matched += this.take()
    return matched
  }
}

function alternatives(reader: Reader, depth: number): Node {
  if (depth > MAX_DEPTH) throw new PatternError(`nests groups more than ${MAX_DEPTH} deep`)
  const options = [sequence(reader, depth)]
  while (reader.skip('|')) options.push(sequence(reader, depth))
  return options.length === 1 && options[0] ? options[0] : { kind: 'either', options }
}

function sequence(reader: Reader, depth: number): Node {
  const parts: Node[] = []
  for (let next = reader.peek(); next !== undefined && next !== '|' && next !== ')'; next = reader.peek())
    parts.push(repeated(reader, atom(reader, depth)))
  return { kind: 'sequence', parts }
}

function repeated(reader: Reader, part: Node): Node {
  const times = quantifier(reader)
  if (!times) return part
  if (part.kind === 'start' || part.kind === 'end') throw new PatternError('repeats an anchor')
  // A lazy quantifier only changes which match is found, not whether there is one.
  reader.skip('?')
  if (quantifier(reader)) throw new PatternError('has a repetition of a repetition; use a group')
  return { kind: 'repeat', part, ...times }
}

const single: Readonly<Record<string, { readonly least: number; readonly most: number }>> = {
  '*': { least: 0, most: Number.POSITIVE_INFINITY },
  '+': { least: 1, most: Number.POSITIVE_INFINITY },
  '?': { least: 0, most: 1 },
}

const isDigit = (character: string) => character >= '0' && character <= '9'

function quantifier(reader: Reader): { readonly least: number; readonly most: number } | undefined {
  for (const [sign, times] of Object.entries(single)) if (reader.skip(sign)) return times
  if (!reader.skip('{')) return undefined
  const least = count(reader)
  const most = reader.skip(',') ? (reader.peek() === '}' ? Number.POSITIVE_INFINITY : count(reader)) : least
  if (!reader.skip('}')) throw new PatternError('has a "{" that does not begin a repetition; write "\\{"')
  if (most < least) throw new PatternError('has a repetition whose maximum is less than its minimum')
  return { least, most }
}

function count(reader: Reader): number {
  const digits = reader.takeWhile(isDigit)
  if (digits === '' || digits.length > 3)
    throw new PatternError('has a repetition without a number from 0 to 999')
  return Number(digits)
}

/** The characters that `.` does not match. */
const lineEnds: ReadonlySet<number> = new Set([0x0a, 0x0d, 0x2028, 0x2029])

function atom(reader: Reader, depth: number): Node {
  const character = reader.take()
  switch (character) {
    case '^':
      return { kind: 'start' }
    case '$':
      return { kind: 'end' }
    case '.':
      return { kind: 'one', holds: (point) => !lineEnds.has(point) }
    case '(':
      return group(reader, depth)
    case '[':
      return { kind: 'one', holds: bracket(reader) }
    case '\\':
      return { kind: 'one', holds: escaped(reader) }
    case '*':
    case '+':
    case '?':
    case '{':
      throw new PatternError(`has a "${character}" without anything to repeat`)
    case ']':
    case '}':
      throw new PatternError(`has a "${character}" without its beginning; write "\\${character}"`)
    default:
      return { kind: 'one', holds: exactly(character) }
  }
}

function group(reader: Reader, depth: number): Node {
  if (reader.peek() === '?' && !reader.skip('?:'))
    throw new PatternError('has a lookaround or a named group; use plain groups')
  const node = alternatives(reader, depth + 1)
  if (!reader.skip(')')) throw new PatternError('has a "(" without its ")"')
  return node
}

const pointOf = (character: string) => character.codePointAt(0) ?? 0

const exactly = (character: string): Holds => {
  const expected = pointOf(character)
  return (point) => point === expected
}

const controls: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f', v: '\v' }

/** The meaning of an escape: a class, a control character, or a literal character. */
function escaped(reader: Reader): Holds {
  const named = namedClass(reader)
  return named ?? exactly(escapedCharacter(reader))
}

function namedClass(reader: Reader): Holds | undefined {
  const letter = reader.peek()
  if (letter === undefined || !'dDwWsSpP'.includes(letter)) return undefined
  reader.take()
  if (letter !== 'p' && letter !== 'P') return classOf(letter)
  const property = reader.skip('{') ? reader.takeWhile((next) => next !== '}') : ''
  const holds = reader.skip('}') ? classOf(`${letter}{${property}}`) : undefined
  if (!holds) throw new PatternError('has a \\p without one of {L}, {Lu}, {Ll}, {N}, {Nd}, {P}, {S}, {Z}')
  return holds
}

function escapedCharacter(reader: Reader): string {
  const character = reader.take()
  const control = controls[character]
  if (control) return control
  if (/[A-Za-z0-9]/.test(character)) throw new PatternError(`has "\\${character}", which is not supported`)
  return character
}

/** The contents of square brackets. */
function bracket(reader: Reader): Holds {
  const isNegated = reader.skip('^')
  const members: Holds[] = []
  while (!reader.skip(']')) members.push(member(reader))
  if (members.length === 0) throw new PatternError('has an empty character class')
  return isNegated
    ? (point) => !members.some((holds) => holds(point))
    : (point) => members.some((holds) => holds(point))
}

function member(reader: Reader): Holds {
  const first = reader.take()
  if (first === '\\') {
    const named = namedClass(reader)
    if (named) return named
  }
  const low = pointOf(first === '\\' ? escapedCharacter(reader) : first)
  if (reader.peek() !== '-' || reader.peek(1) === ']' || reader.peek(1) === undefined)
    return (point) => point === low
  reader.take()
  const last = reader.take()
  const high = pointOf(last === '\\' ? escapedCharacter(reader) : last)
  if (high < low) throw new PatternError('has a range that runs backwards')
  return (point) => point >= low && point <= high
}
