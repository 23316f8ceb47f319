import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Pattern, patternError } from '../../src/work/fields/patterns.rules.ts'

/** Patterns over a small alphabet, so that they often match. */
const source = fc.letrec<{ pattern: string; atom: string }>((tie) => ({
  pattern: fc
    .array(
      fc.tuple(tie('atom'), fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,2}', '{0,1}', '{1,}', '*?')),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .map((parts) => parts.map(([atom, times]) => atom + (/^[\^$]$/.test(atom) ? '' : times)).join('')),
  atom: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom('a', 'b', '.', '\\d', '\\w', '[ab]', '[^a]', '[a-c1]', '\\s', '^', '$', '\\.', '-'),
    fc.tuple(tie('pattern'), tie('pattern')).map(([one, two]) => `(${one}|${two})`),
    tie('pattern').map((inner) => `(?:${inner})`),
  ),
})).pattern

const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'c', '1', ' ', '.', '-', '\n', 'é', '😀'),
  maxLength: 12,
})

test('a pattern matches what a regular expression of the language matches', () => {
  fc.assert(
    fc.property(source, text, (pattern, value) => {
      fc.pre(patternError(pattern) === undefined)
      expect([pattern, value, new Pattern(pattern).test(value)]).toEqual([
        pattern,
        value,
        new RegExp(pattern, 'u').test(value),
      ])
    }),
    { numRuns: 3_000, seed: 7 },
  )
})

test.each([
  ['^[A-Z]{2}-\\d{4}$', 'AB-1234', true],
  ['^[A-Z]{2}-\\d{4}$', 'AB-12345', false],
  ['[^\\d\\s]', ' 1', false],
  ['^\\p{Lu}\\p{Ll}+$', 'Élan', true],
  ['^\\P{L}$', 'é', false],
  ['^[\\w.-]+$', 'a.b-c', true],
  ['^(foo|bar)?$', '', true],
  ['^😀{2}$', '😀😀', true],
  ['', 'anything', true],
  ['^a{0}$', '', true],
  ['^\\t$', '\t', true],
])('%s against %j is %s', (pattern, value, expected) => {
  expect(new Pattern(pattern).test(value)).toBe(expected)
})

test.each([
  ['(', 'a "(" without its ")"'],
  [')', 'a ")" without its "("'],
  ['a**', 'a repetition of a repetition'],
  ['*', 'without anything to repeat'],
  ['[', 'ends too early'],
  ['[]', 'an empty character class'],
  ['[z-a]', 'a range that runs backwards'],
  ['a{3,2}', 'whose maximum is less'],
  ['a{', 'without a number'],
  ['a{1000}', 'without a number'],
  ['(a)\\1', 'not supported'],
  ['(?=a)', 'a lookaround'],
  ['(?<=a)b', 'a lookaround'],
  ['\\bword', 'not supported'],
  ['\\p{Greek}', '\\p without one of'],
  ['a\\', 'ends too early'],
  ['^*', 'repeats an anchor'],
  ['((a{99}){99}){99}', 'too long'],
  [`${'('.repeat(40)}a${')'.repeat(40)}`, 'nests groups more than'],
])('%s is refused, and the reason is told', (pattern, reason) => {
  expect(patternError(pattern)).toContain(reason)
})

test('repetitions of nothing are no work', () => {
  expect(new Pattern(`${'('.repeat(20)}${'){999}'.repeat(20)}`).test('a')).toBe(true)
})

test.each(['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '^(.*a){20}$', 'a*a*a*a*a*a*a*a*a*b', '(x+x+)+y'])(
  '%s has nothing to go back to',
  (pattern) => {
    // Backtracking would take longer than the time limit of the test.
    expect(new Pattern(pattern).test(`${'a'.repeat(5_000)}${'x'.repeat(5_000)}!`)).toBe(false)
  },
)
