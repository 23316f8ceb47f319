import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commonPasswords } from '../../src/auth/passwords/common-passwords.ts'
import { passwordProblem } from '../../src/auth/passwords/password-policy.ts'

const code = (password: string, context = {}) =>
  passwordProblem(password, { minLength: 8, ...context })?.code ?? null

describe('the length of a password', () => {
  it.each([
    ['nothing', '', 'too_short'],
    ['seven letters', 'xkqzvwp', 'too_short'],
    ['eight letters', 'xkqzvwpj', null],
    ['seven characters of two units', '🦊🐢🦉🐝🦔🐙🦀', 'too_short'],
    ['eight characters of two units', '🦊🐢🦉🐝🦔🐙🦀🐳', null],
    ['four letters and four accents', 'ö'.normalize('NFD').repeat(4), 'too_short'],
    ['eight letters and eight accents', 'öä'.normalize('NFD').repeat(4), null],
    ['eight spaces', ' '.repeat(8), 'not_allowed_value'],
    ['256 letters', 'qz'.repeat(128), null],
    ['257 letters', 'q'.repeat(257), 'too_long'],
    ['256 characters of two units', '🦊🐢'.repeat(128), null],
    ['257 characters of two units', '🦊'.repeat(257), 'too_long'],
    ['256 letters with three accents each', 'ᾂᾃ'.normalize('NFD').repeat(128), null],
    ['a million letters', 'q'.repeat(1_000_000), 'too_long'],
  ])('counts code points after NFC: %s', (_name, password, expected) => {
    expect(code(password)).toBe(expected)
  })

  it('takes its minimum from the settings, and says it', () => {
    expect(passwordProblem('q'.repeat(14), { minLength: 15 })).toMatchObject({
      code: 'too_short',
      message: expect.stringContaining('15'),
    })
    expect(passwordProblem(`${'q'.repeat(14)}z`, { minLength: 15 })).toBeNull()
  })

  it('never exceeds 1,024 bytes, even of the widest characters', () => {
    expect(Buffer.byteLength('🦊'.repeat(256))).toBe(1024)
    expect(code('🦊'.repeat(257))).toBe('too_long')
  })

  it('is judged at once for a flood of combining marks', () => {
    const marks = `${'\u0301'.repeat(50_000)}${'\u0323'.repeat(50_000)}`
    const usual = bestTime(() => code('q'.repeat(256)))
    expect(bestTime(() => code(marks)) / usual).toBeLessThan(50)
  })
})

describe('the characters of a password', () => {
  it.each(['\ud800', '\udfff', '\0'])('exclude %j, wherever it stands', (character) => {
    for (const password of [`${character}xkqzvwpj`, `xkqz${character}vwpj`, `xkqzvwpj${character}`]) {
      expect(code(password)).toBe('invalid_format')
    }
  })

  it('are otherwise free: no mixture is asked for', () => {
    for (const password of ['qqqqqqqqz', '83920174', 'пароль дня', 'ab\u202Ecdefgh', '密码密码密码密码']) {
      expect([password, code(password)]).toEqual([password, null])
    }
  })
})

describe('passwords that are guessed first', () => {
  it('are at least 3,000, each long enough to matter, in the form in which they are looked up', () => {
    expect(commonPasswords.size).toBeGreaterThanOrEqual(3000)
    const stray = [...commonPasswords].filter(
      (entry) =>
        [...entry].length < 8 || entry !== entry.normalize('NFC').toLowerCase() || /^#|\s/.test(entry),
    )
    expect(stray).toEqual([])
  })

  it('are each refused, in either case', () => {
    const accepted = [...commonPasswords].filter(
      (entry) => code(entry) !== 'not_allowed_value' || code(entry.toUpperCase()) !== 'not_allowed_value',
    )
    expect(accepted).toEqual([])
  })

  it.each([
    'aaaaaaaa',
    'AaAaAaAa',
    '11111111',
    '        ',
    '      \t \n',
    '\u3000 \u00a0 \u2003    ',
    '🦊'.repeat(8),
  ])('include one character repeated: %j', (password) => {
    expect(code(password)).toBe('not_allowed_value')
  })

  it('are refused as a whole only', () => {
    expect(code('password')).toBe('not_allowed_value')
    expect(code('my password is a sentence')).toBeNull()
  })

  const context = { email: 'Rosalind.Franklin@Example.com', username: 'r.e.franklin' }
  it.each([
    'rosalind.franklin',
    'ROSALIND.FRANKLIN',
    'rosalind.franklin@example.com',
    'Rosalind.Franklin@EXAMPLE.com',
    'r.e.franklin',
    'R.E.FRANKLIN',
    'commonhold',
    'CommonHold',
    'commonhold1',
    'common hold',
  ])('include the names of the account and the product: %s', (password) => {
    expect(code(password, context)).toBe('not_allowed_value')
  })

  it.each(['rosalind.franklin!', 'example.com', 'r.e.franklin and more'])('do not include %s', (password) => {
    expect(code(password, context)).toBeNull()
  })

  it('are none of 10,000 random passphrases', () => {
    const word = fc.string({
      unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
      minLength: 3,
      maxLength: 8,
    })
    const phrase = fc.array(word, { minLength: 4, maxLength: 6 }).map((words) => words.join(' '))
    const refused = fc.sample(phrase, 10_000).filter((password) => code(password, context) !== null)
    expect(refused).toEqual([])
  })
})

it('every refusal tells what to do', () => {
  for (const password of [
    'short',
    'q'.repeat(300),
    'xkqz\0vwpj',
    'password',
    'zzzzzzzz',
    'rosalind@example.com',
  ]) {
    const problem = passwordProblem(password, { minLength: 8, email: 'rosalind@example.com' })
    expect(problem?.message).toMatch(/^(Use|Choose|Leave out) .+\.$/)
  }
})

function bestTime(run: () => unknown): number {
  const durations = Array.from({ length: 3 }, () => {
    const start = performance.now()
    run()
    return performance.now() - start
  })
  return Math.min(...durations)
}
