import { EMAIL_PATTERN, USERNAME_PATTERN } from '@commonhold/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isReservedUsername,
  normalizeEmail,
  normalizeUsername,
} from '../../src/auth/passwords/identity-names.ts'

const KELVIN_SIGN = '\u212A'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.stringMatching(EMAIL_PATTERN),
  fc.stringMatching(USERNAME_PATTERN),
  fc.tuple(fc.emailAddress(), fc.string({ unit: 'binary', maxLength: 1 })).map((parts) => parts.join('')),
)

describe('an email address', () => {
  it.each([
    ['Ada@Example.COM', 'ada@example.com'],
    ['ada.lovelace+notes@mail.example.com', 'ada.lovelace+notes@mail.example.com'],
    ["o'brien@example.com", "o'brien@example.com"],
    ['a@xn--mnchen-3ya.example', 'a@xn--mnchen-3ya.example'],
    [`${'a'.repeat(242)}@example.com`, `${'a'.repeat(242)}@example.com`],
  ])('%s is kept as %s', (raw, expected) => {
    expect(normalizeEmail(raw)).toBe(expected)
  })

  it.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@localhost',
    'ada@127.0.0.1',
    'ada@@example.com',
    'ada@example..com',
    '.ada@example.com',
    'ada.@example.com',
    'a..da@example.com',
    'ada@-example.com',
    'ada@example-.com',
    'ada@example.com.',
    ' ada@example.com',
    'ada@example.com ',
    'ada@example.com\n',
    'a da@example.com',
    'ada\0@example.com',
    'ada\u0007@example.com',
    'ada\ud800@example.com',
    '"ada"@example.com',
    'ada <ada@example.com>',
    'ada@exämple.com',
    'ädä@example.com',
    `${KELVIN_SIGN}arl@example.com`,
    `ada@${KELVIN_SIGN}elvin.example`,
    'ａda@example.com',
    `${'a'.repeat(243)}@example.com`,
    `ada@${'a'.repeat(64)}.com`,
  ])('is not %j', (raw) => {
    expect(normalizeEmail(raw)).toBeNull()
  })

  it('stays as it is when it is normalized again', () => {
    fc.assert(
      fc.property(anyText, (raw) => {
        const once = normalizeEmail(raw)
        if (once !== null) expect(normalizeEmail(once)).toBe(once)
      }),
    )
  })

  it('is ASCII in NFC without upper case, whatever came in', () => {
    fc.assert(
      fc.property(anyText, (raw) => {
        const email = normalizeEmail(raw)
        if (email !== null) expect(email).toMatch(/^[!-@[-~]{6,254}$/)
      }),
    )
  })
})

describe('a username', () => {
  it.each([
    ['ada', 'ada'],
    ['Ada.Lovelace', 'ada.lovelace'],
    ['0-day', '0-day'],
    ['a_', 'a_'],
    ['a'.repeat(63), 'a'.repeat(63)],
  ])('%s is kept as %s', (raw, expected) => {
    expect(normalizeUsername(raw)).toBe(expected)
  })

  const homoglyphs = [
    'аda',
    'adа',
    'αda',
    'ａda',
    'ada\u0301',
    'adа\u200B',
    'aԁa',
    `${KELVIN_SIGN}arl`,
    'ſam',
    'İda',
    'ıda',
  ]
  it.each([
    '',
    'a',
    '.ada',
    '-ada',
    '_ada',
    'a'.repeat(64),
    'ada ',
    ' ada',
    'ada\n',
    'a da',
    'ada\0',
    'ada\ud800',
    'ada@example.com',
    'victim@example.com',
    ...homoglyphs,
  ])('is not %j', (raw) => {
    expect(normalizeUsername(raw)).toBeNull()
  })

  it('stays as it is when it is normalized again', () => {
    fc.assert(
      fc.property(anyText, (raw) => {
        const once = normalizeUsername(raw)
        if (once !== null) expect(normalizeUsername(once)).toBe(once)
      }),
    )
  })
})

describe('a reserved username', () => {
  it.each([
    'admin',
    'root',
    'operator',
    'administrator',
    'system',
    'support',
    'ad.min',
    'no-reply',
    'post_master',
  ])('is %s', (username) => {
    expect(isReservedUsername(username)).toBe(true)
  })

  it.each(['ada', 'admin2', 'rooted', 'operators.ada', 'systema', 'sadmin'])('is not %s', (username) => {
    expect(isReservedUsername(username)).toBe(false)
  })
})

it('no text is both an email address and a username', () => {
  fc.assert(
    fc.property(anyText, (raw) => {
      expect(normalizeEmail(raw) === null || normalizeUsername(raw) === null).toBe(true)
    }),
  )
})

it('no text holds the patterns up', () => {
  const short = timesOf(() => normalizeEmail('ada@example.com'))[2] ?? 0
  for (const part of ['a', 'a.', 'a@', 'a-', '.', '@a.', '!']) {
    const text = part.repeat(100_000)
    const time = leastTime(() => [EMAIL_PATTERN.test(text), USERNAME_PATTERN.test(text)])
    expect(time / text.length).toBeLessThan(short)
  }
})

/** Milliseconds of five runs, the fastest first. */
function timesOf(run: () => unknown): number[] {
  const durations = Array.from({ length: 5 }, () => {
    const start = performance.now()
    run()
    return performance.now() - start
  })
  return durations.sort((a, b) => a - b)
}

const leastTime = (run: () => unknown) => timesOf(run)[0] ?? 0
