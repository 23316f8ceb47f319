import { expect, test } from 'vitest'
import { OpenBodies } from '../../src/http/open-bodies.ts'

const limits = { anonymous: 2, signedIn: 3, bytes: 10 }

/** Opens bodies. `codes` has, in the order of opening, the code and `Retry-After` with which each was cut off, or null. */
function opened(bodies: OpenBodies) {
  const codes: (string | null)[] = []
  const open = (source: string | null, isSignedIn = false) => {
    const at = codes.push(null) - 1
    return bodies.open({ source, isSignedIn }, (problem) => {
      codes[at] = `${codes[at] ?? ''}${problem.code} ${problem.headers['Retry-After']}`
    })
  }
  return { codes, open }
}

test('an address has a share for whoever is signed in, and one for others; the oldest makes way', () => {
  const { codes, open } = opened(new OpenBodies(limits))
  for (let n = 0; n < 4; n += 1) open('192.0.2.1')
  for (let n = 0; n < 4; n += 1) open('192.0.2.1', true)
  for (const other of ['192.0.2.2', null]) open(other)
  expect(codes.slice(0, 4)).toEqual(['rate_limited 1', 'rate_limited 1', null, null])
  expect(codes.slice(4, 8)).toEqual(['rate_limited 1', null, null, null])
  expect(codes.slice(8)).toEqual([null, null])
})

test('a subscriber of IPv6 has one share, and so has an address in both notations', () => {
  const { codes, open } = opened(new OpenBodies(limits))
  for (const source of ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:ffff::3', '2001:db8:0:1::1']) open(source)
  for (const source of ['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1']) open(source)
  expect(codes).toEqual(['rate_limited 1', null, null, null, 'rate_limited 1', null, null])
})

test('bytes count when they arrive, and what was opened first makes way for them', () => {
  const bodies = new OpenBodies(limits)
  const { codes, open } = opened(bodies)
  const sources = ['192.0.2.1', '192.0.2.2', '192.0.2.3']
  const [first, second, third] = sources.map((source) => open(source))
  if (!first || !second || !third) throw new Error('three were opened')
  bodies.grow(second, 4)
  bodies.grow(first, 4)
  expect(codes).toEqual([null, null, null])
  bodies.grow(third, 6)
  expect(codes).toEqual(['unavailable 1', null, null])
  bodies.grow(first, 100)
  bodies.close(first)
  expect(codes).toEqual(['unavailable 1', null, null])
  bodies.close(second)
  bodies.grow(third, 4)
  expect(codes).toEqual(['unavailable 1', null, null])
  bodies.grow(third, 1)
  expect(codes).toEqual(['unavailable 1', null, 'unavailable 1'])
})

test('a body that is received leaves its place', () => {
  const bodies = new OpenBodies(limits)
  const { codes, open } = opened(bodies)
  for (let n = 0; n < 100; n += 1) {
    const body = open('192.0.2.1')
    bodies.grow(body, 10)
    bodies.close(body)
  }
  expect(codes.filter((code) => code !== null)).toEqual([])
})
