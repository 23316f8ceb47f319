import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOME, internalPath } from '../../src/next.ts'

const ORIGIN = 'https://work.example.org'
/** The number of inputs to try; `pnpm trust` tries more. */
const INPUTS = Number(process.env.NEXT_INPUTS ?? 300_000)

describe('next', () => {
  it.each([
    '/dashboard',
    '/assets/01ARZ3NDEKTSV4RRFFQ69G5FAV',
    '/assets?status=lost&sort=-id',
    '/assets#latest',
    '/signing-room',
    '/a?to=https://evil.example',
    '/caf%C3%A9',
  ])('keeps the path %s', (path) => {
    expect(internalPath(path, ORIGIN)).toBe(path)
  })

  it.each([
    [undefined],
    [null],
    [7],
    [['/dashboard', '/assets']],
    [''],
    ['dashboard'],
    ['https://evil.example/'],
    ['https://work.example.org/dashboard'],
    ['javascript:alert(1)'],
    ['//evil.example'],
    ['///evil.example'],
    ['/\\evil.example'],
    ['\\\\evil.example'],
    ['/a\\b'],
    ['/.//evil.example'],
    ['/..//evil.example'],
    ['/a/..//evil.example'],
    ['/a/../..//evil.example'],
    ['/%2e//evil.example'],
    ['/%2e%2e//evil.example'],
    ['/%2Fevil.example'],
    ['/%5Cevil.example'],
    ['/%09/evil.example'],
    ['/\t/evil.example'],
    ['/\n/evil.example'],
    [' /dashboard'],
    ['/dash board'],
    ['/a\u007fb'],
    ['/%'],
    ['/%zz'],
    ['/%ff'],
    [`/${'a'.repeat(2048)}`],
  ])('leads %j to the dashboard', (value) => {
    expect(internalPath(value, ORIGIN)).toBe(HOME)
  })

  it.each([
    '/signin',
    '/signup',
    '/signout',
    '/signin/',
    '/SignOut',
    '/./signout',
    '/%73ignout',
    '/signin?next=/a',
    '/signout#x',
  ])('never leads from sign-in to %s', (path) => {
    expect(internalPath(path, ORIGIN)).toBe(HOME)
  })

  it('reads back what it wrote', () => {
    fc.assert(
      fc.property(pathLike, (value) => {
        const path = internalPath(value, ORIGIN)
        expect(internalPath(path, ORIGIN)).toBe(path)
      }),
      { numRuns: 20_000 },
    )
  })

  it(
    `lets none of ${INPUTS} inputs out`,
    () => {
      let kept = 0
      fc.assert(
        fc.property(pathLike, (value) => {
          const path = internalPath(value, ORIGIN)
          if (path !== HOME) kept++
          return staysInside(path)
        }),
        { numRuns: INPUTS },
      )
      expect(kept, 'inputs that were accepted').toBeGreaterThan(INPUTS / 30)
    },
    120_000 + INPUTS,
  )
})

/** True if a browser stays within the origin, also if a proxy in between decodes the escapes. */
function staysInside(path: string): boolean {
  const decoded = decodeURIComponent(new URL(path, ORIGIN).pathname)
  return [path, decoded].every((one) => new URL(one, ORIGIN).origin === ORIGIN && !/^[/\\]{2}/.test(one))
}

const pieces = fc.constantFrom(
  '/',
  '/',
  '//',
  '\\',
  '.',
  '..',
  '/./',
  '/../',
  '%2e',
  '%2E%2e',
  '%2f',
  '%5c',
  '%09',
  '%00',
  '%25',
  '\t',
  '\n',
  '\r',
  ' ',
  '\u00a0',
  '\u200b',
  '\u3002',
  '\uff0f',
  '@',
  ':',
  '?',
  '#',
  ';',
  'evil.example',
  'https:',
  'javascript:',
  'data:',
  '[::1]',
  'a',
  'dashboard',
  'signin',
)
const pathLike = fc.oneof(
  { weight: 6, arbitrary: fc.array(pieces, { maxLength: 8 }).map((parts) => `/${parts.join('')}`) },
  { weight: 2, arbitrary: fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.webPath() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 24 }).map((text) => `/${text}`) },
  { weight: 1, arbitrary: fc.webUrl() },
)
