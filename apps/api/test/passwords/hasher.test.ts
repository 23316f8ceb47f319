import { hashSync, type Options } from '@node-rs/argon2'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { createPasswordHasher } from '../../src/auth/passwords/hasher.ts'
import { repeated } from '../repeated.ts'

const hasher = createPasswordHasher({ queueLimit: 300 })
afterAll(() => hasher.close())

const base64 = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64').replace(/=+$/, '')
const phc = (head: string, saltBytes = 16, tagBytes = 32) =>
  `$${head}$${base64(saltBytes)}$${base64(tagBytes)}`

const made = (options: Options) =>
  hashSync('correct horse', { memoryCost: 19_456, timeCost: 2, salt: Buffer.alloc(16, 7), ...options })

// The first of these are correct hashes of the tested password: the hasher would return true if it computed them.
const unusableHashes = {
  'many passes over little memory': made({ memoryCost: 8, timeCost: 1000 }),
  'many passes over much memory': made({ memoryCost: 65_536, timeCost: 6 }),
  'twice the memory that is allowed': made({ memoryCost: 131_072, timeCost: 1 }),
  'two lanes': made({ parallelism: 2 }),
  'a long salt': made({ salt: Buffer.alloc(65, 7) }),
  'a long tag': made({ outputLen: 65 }),
  'a tag that is soon guessed': made({ outputLen: 4 }),
  Argon2d: made({ algorithm: 0 }),
  Argon2i: made({ algorithm: 1 }),
  'an old version': made({ version: 0 }),
  'an old version that is not named': made({ version: 0 }).replace('$v=16', ''),
  'eight gibibytes': phc('argon2id$v=19$m=8388608,t=2,p=1'),
  'a thousand passes': phc('argon2id$v=19$m=19456,t=1000,p=1'),
  'eight gibibytes and a thousand passes': phc('argon2id$v=19$m=8388608,t=1000,p=1'),
  'the greatest numbers': phc('argon2id$v=19$m=4294967295,t=4294967295,p=16777215'),
  'many lanes': phc('argon2id$v=19$m=19456,t=2,p=255'),
  'less memory than a lane takes': phc('argon2id$v=19$m=7,t=2,p=1'),
  'no pass': phc('argon2id$v=19$m=19456,t=0,p=1'),
  'a negative cost': phc('argon2id$v=19$m=-19456,t=2,p=1'),
  'a giant salt': phc('argon2id$v=19$m=19456,t=2,p=1', 1_000_000),
  'a giant tag': phc('argon2id$v=19$m=19456,t=2,p=1', 16, 1_000_000),
  'no tag': phc('argon2id$v=19$m=19456,t=2,p=1', 16, 0),
  'no salt': phc('argon2id$v=19$m=19456,t=2,p=1', 0),
  'no costs': phc('argon2id$v=19'),
  bcrypt: '$2b$10$CwTycUXWue0Thq9StjUM0uJ8.VbKVg.pTqG9p7OQ3vUv5o9hD6f4i',
  'a plain password': 'correct horse',
  nothing: '',
  'bad base64': '$argon2id$v=19$m=19456,t=2,p=1$****$****',
  'a megabyte': '$argon2id$'.repeat(100_000),
}

describe('a new hash', () => {
  it('is Argon2id with 19 MiB, two passes, one lane, a 16-byte salt and a 32-byte tag', async () => {
    const [, algorithm, version, costs, salt = '', tag = ''] = (await hasher.hash('correct horse')).split('$')
    expect([algorithm, version, costs]).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1'])
    expect(Buffer.from(salt, 'base64')).toHaveLength(16)
    expect(Buffer.from(tag, 'base64')).toHaveLength(32)
  })

  it('has a salt of its own, for 200 equal passwords too', async () => {
    const hashes = await Promise.all(Array.from({ length: 200 }, () => hasher.hash('correct horse')))
    expect(new Set(hashes.map((hash) => hash.split('$')[4]))).toHaveProperty('size', 200)
  })

  it.each([
    ['a lone surrogate', 'lone \udfff surrogate'],
    ['a NUL', 'nul\0nul'],
    ['more text than a password has', 'x'.repeat(2049)],
  ])('is refused for what cannot be a password: %s', async (_name, text) => {
    await expect(hasher.hash(text)).rejects.toThrow(TypeError)
  })
})

describe('verifying', () => {
  it('tells any change, addition or loss of one code point', async () => {
    const password = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 256, size: 'max' })
      .filter(isHashable)
    const character = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })
    const edit = fc.constantFrom('change', 'add', 'drop')
    const property = fc.asyncProperty(password, character, edit, fc.nat(), async (text, other, kind, at) => {
      const points = [...text]
      points.splice(at % points.length, kind === 'add' ? 0 : 1, ...(kind === 'drop' ? [] : [other]))
      const edited = points.join('')
      fc.pre(edited.normalize('NFC') !== text.normalize('NFC'))
      const hash = await hasher.hash(text)
      expect(await Promise.all([hasher.verify(hash, text), hasher.verify(hash, edited)])).toEqual([
        true,
        false,
      ])
    })
    await fc.assert(property, { numRuns: 20 })
  })

  it.each([72, 73, 255])('reads past byte %i', async (length) => {
    const hash = await hasher.hash(`${'a'.repeat(length)}b`)
    expect(await hasher.verify(hash, `${'a'.repeat(length)}b`)).toBe(true)
    expect(await hasher.verify(hash, `${'a'.repeat(length)}c`)).toBe(false)
  })

  it('takes composed and decomposed characters for the same', async () => {
    const [composed, decomposed] = ['Zürich liegt über é', 'Zürich liegt über é'.normalize('NFD')]
    expect(composed).not.toBe(decomposed)
    expect(await hasher.verify(await hasher.hash(composed), decomposed)).toBe(true)
    expect(await hasher.verify(await hasher.hash(decomposed), composed)).toBe(true)
  })

  it('does not take a lone surrogate for the replacement character', async () => {
    const hash = await hasher.hash('\ufffd'.repeat(8))
    expect(await hasher.verify(hash, '\ud800'.repeat(8))).toBe(false)
  })

  it('is not held up by a flood of combining marks', async () => {
    const marks = `${'\u0301'.repeat(50_000)}${'\u0323'.repeat(50_000)}`
    const [usual, flood] = await leastTimes(
      5,
      () => hasher.verify(null, 'correct horse'),
      () => hasher.verify(null, marks),
    )
    expect(flood / usual).toBeLessThan(20)
  })

  it('does the same work for an account without a password', async () => {
    const hash = await hasher.hash('correct horse')
    const before = hasher.runs
    await hasher.verify(hash, 'wrong horse')
    expect(await hasher.verify(null, 'x')).toBe(false)
    expect(hasher.runs - before).toBe(2)
    const ratio = async () => {
      const [wrong, none] = await leastTimes(
        15,
        () => hasher.verify(hash, 'wrong horse'),
        () => hasher.verify(null, 'x'),
      )
      return none / wrong
    }
    const found = await repeated(ratio, (one) => one > 0.5 && one < 2, 5)
    expect(found).toBeGreaterThan(0.5)
    expect(found).toBeLessThan(2)
  })
})

describe('a stored hash that must not be computed', () => {
  it.each(Object.entries(unusableHashes))(
    'answers false after the usual work: %s',
    async (_name, hostile) => {
      const before = hasher.runs
      expect(await hasher.verify(hostile, 'correct horse')).toBe(false)
      expect(hasher.runs - before).toBe(1)
    },
  )

  it('takes the usual time and no memory', async () => {
    const before = process.memoryUsage.rss()
    for (const hostile of Object.values(unusableHashes)) {
      const [usual, found] = await leastTimes(
        5,
        () => hasher.verify(null, 'correct horse'),
        () => hasher.verify(hostile, 'correct horse'),
      )
      expect(found / usual).toBeLessThan(10)
    }
    expect((process.memoryUsage.rss() - before) / 2 ** 20).toBeLessThan(50)
  })
})

describe('a weaker hash', () => {
  it.each([
    ['less memory', made({ memoryCost: 8192 })],
    ['less memory, more passes', made({ memoryCost: 12_288, timeCost: 4 })],
    ['fewer passes', made({ timeCost: 1 })],
    ['a shorter salt', made({ salt: Buffer.alloc(8, 7) })],
    ['a shorter tag', made({ outputLen: 16 })],
  ])('still matches, and needs a new one: %s', async (_name, weak) => {
    expect(await hasher.verify(weak, 'correct horse')).toBe(true)
    expect(hasher.needsRehash(weak)).toBe(true)
  })

  it.each([
    ['today’s costs', made({})],
    ['46 MiB and one pass', made({ memoryCost: 47_104, timeCost: 1 })],
    ['more memory', made({ memoryCost: 65_536 })],
    ['more passes', made({ timeCost: 4 })],
    ['a longer tag', made({ outputLen: 64 })],
  ])('is not one with %s', async (_name, strong) => {
    expect(await hasher.verify(strong, 'correct horse')).toBe(true)
    expect(hasher.needsRehash(strong)).toBe(false)
  })

  it('is any that cannot be computed', () => {
    expect(Object.values(unusableHashes).every(hasher.needsRehash)).toBe(true)
  })
})

function isHashable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/**
 * Milliseconds of the fastest run of each: other work of the machine only adds to them. The two run by turns,
 * because a busy moment would otherwise slow down one of them alone.
 */
async function leastTimes(
  times: number,
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<[one: number, other: number]> {
  const least: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let i = 0; i < times; i++) {
    least[0] = Math.min(least[0], await timeOf(one))
    least[1] = Math.min(least[1], await timeOf(other))
  }
  return least
}

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}
