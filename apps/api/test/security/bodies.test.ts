import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD, startService, type TestService, type TestUser } from '../service.ts'
import { footprint } from './footprint.ts'
import { type Reply, type Sent, send } from './send.ts'

let service: TestService
let ada: TestUser
let modelId: string
let assetId: string
let before: Record<string, string>

beforeAll(async () => {
  service = await startService()
  ada = await service.signUp()
  const model = await ada.client.assetModels.create({ name: 'Cable', tracking_type: 'countable' })
  modelId = model.id
  assetId = (await ada.client.assets.create({ model_id: modelId, name: 'Cables' })).id
})
afterAll(() => service.stop())
beforeEach(async () => {
  before = await footprint(service.database)
})
afterEach(async () => {
  expect(await footprint(service.database)).toEqual(before)
  expect((await fetch(`${service.address}/livez`)).status).toBe(200)
})

/** An operation, and a valid body in which `#` stands for the bad part: the value of a text member. */
const operations: [operation: () => string, body: () => string][] = [
  [() => 'POST /users', () => `{"email":"new@example.org","password":#}`],
  [() => 'POST /me/signup', () => `{"email":"new@example.org","password":"${PASSWORD}","display_name":#}`],
  [() => 'POST /auth/token', () => `{"email":"nobody@example.org","password":#}`],
  [() => 'POST /auth/refresh', () => '{"refresh_token":#}'],
  [() => 'POST /auth/forgot-password', () => '{"email":#}'],
  [() => 'POST /asset-models', () => '{"name":"Model","tracking_type":"countable","description":#}'],
  [() => `PATCH /asset-models/${modelId}`, () => '{"description":#}'],
  [() => 'POST /assets', () => `{"model_id":"${modelId}","name":"Asset","notes":#}`],
  [() => `POST /assets/${assetId}/retire`, () => '{"reason":#}'],
]

const MEBIBYTE = 2 ** 20
/** The largest body in bytes that an operation without a token accepts. */
const PUBLIC_LIMIT = 2 ** 14
const isPublic = (operation: string) => /^POST \/(users$|me\/|auth\/)/.test(operation)
type Body = string | Uint8Array<ArrayBuffer>
const inserted = (value: string) => (body: string) => body.replace('#', () => value)
const added = (members: string) => (body: string) =>
  body.replace('#', '"x"').replace(/\}$/, () => `,${members}}`)
const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

const corpus: [what: string, make: (body: string) => Body, statuses: number[]][] = [
  ['blanks', () => '  \n', [400]],
  ['half of it', (body) => body.slice(0, body.length >> 1), [400]],
  ['something behind it', (body) => `${inserted('"x"')(body)} x`, [400]],
  ['two values', (body) => inserted('"x"')(body).repeat(2), [400]],
  ['a list', (body) => `[${inserted('"x"')(body)}]`, [422]],
  ['a text', () => '"x"', [422]],
  ['a number', () => '17', [422]],
  ['null', () => 'null', [422]],
  ['true', () => 'true', [422]],
  ['single quotes', (body) => inserted('"x"')(body).replaceAll('"', "'"), [400]],
  ['a comment', (body) => `/* x */${inserted('"x"')(body)}`, [400]],
  ['a trailing comma', (body) => inserted('"x"')(body).replace(/\}$/, ',}'), [400]],
  ['NaN', inserted('NaN'), [400]],
  ['a raw line break in a text', inserted('"a\nb"'), [400]],
  ['a bad escape', inserted('"\\x41"'), [400]],
  ['an open text', inserted('"x'), [400]],
  ['33 lists in each other', inserted('['.repeat(33) + ']'.repeat(33)), [400]],
  ['5,000 lists in each other', inserted('['.repeat(5_000) + ']'.repeat(5_000)), [400]],
  ['500,000 open lists', () => '['.repeat(500_000), [400]],
  ['5,000 objects in each other', inserted(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`), [400]],
  ['31 unknown levels', added(`"x":${'['.repeat(31) + ']'.repeat(31)}`), [422]],
  ['1,001 items', inserted(`[${'1,'.repeat(1_000)}1]`), [400]],
  ['1,001 members', inserted(`{${Array.from({ length: 1_001 }, (_, n) => `"m${n}":1`).join()}}`), [400]],
  [
    '900 unknown members',
    added(Array.from({ length: 900 }, (_, n) => `"${'m'.repeat(100)}${n}":1`).join()),
    [422],
  ],
  ['one unknown member with a long name', added(`"${'m'.repeat(900_000)}":1`), [400]],
  ['a megabyte and more', inserted(`"${'x'.repeat(MEBIBYTE)}"`), [413]],
  ['nearly a megabyte of text', inserted(`"${'x'.repeat(MEBIBYTE - 1_000)}"`), [422]],
  ['a megabyte of accents', inserted(`"${'e\u0301'.repeat(340_000)}"`), [422]],
  ['a member twice', added('"x":1,"x":2'), [400]],
  ['a member twice, once escaped', added('"xy":1,"\\u0078y":2'), [400]],
  [
    'a known member twice',
    (body) =>
      inserted('"x"')(body).replace(
        '{',
        () => `{${(body.match(/"\w+":"[^"#]*"/) ?? [inserted('"x"')(body).slice(1, -1)])[0]},`,
      ),
    [400],
  ],
  ['broken UTF-8', (body) => latin1(inserted('"\xff\xfe"')(body)), [400]],
  ['UTF-8 that is too long', (body) => latin1(inserted('"\xc0\xaf"')(body)), [400]],
  ['a surrogate in UTF-8', (body) => latin1(inserted('"\xed\xa0\x80"')(body)), [400]],
  ['a byte order mark', (body) => `\ufeff${inserted('"x"')(body)}`, [400]],
  ['UTF-16', (body) => new Uint8Array(Buffer.from(inserted('"x"')(body), 'utf16le')), [400]],
  ['NUL', inserted('"a\\u0000b"'), [422]],
  ['a raw NUL', inserted('"a\0b"'), [400]],
  ['a lone high surrogate', inserted('"a\\ud800b"'), [422]],
  ['a lone low surrogate', inserted('"a\\udfffb"'), [422]],
  ['NUL in a name', added('"a\\u0000b":1'), [422]],
  ['1e400', inserted('1e400'), [422]],
  ['2^53 + 1', inserted('9007199254740993'), [422]],
  ['-1e400 in an unknown member', added('"x":-1e400'), [422]],
  ['a very long number', inserted('1'.repeat(100_000)), [422]],
  ['a list for a text', inserted('["x"]'), [422]],
  ['an object for a text', inserted('{"$ne":null}'), [422]],
  ['a number for a text', inserted('17'), [422]],
  ['true for a text', inserted('true'), [422]],
  [
    'fifty NULs below long names',
    added(
      `"${'m'.repeat(100)}":${`{"${'m'.repeat(100)}":`.repeat(28)}[${'"\\u0000",'.repeat(49)}"\\u0000"]${'}'.repeat(28)}`,
    ),
    [422],
  ],
  ['a prototype', added('"__proto__":{"isAdmin":true}'), [422]],
  ['a constructor', added('"constructor":{"prototype":{"isAdmin":true}}'), [422]],
]

const requiresNothing = (operation: string) => /^PATCH |\/retire$/.test(operation)

test.each(operations.filter(([operation]) => !requiresNothing(operation())))(
  '%#: no body at all',
  async (operation) => {
    const reply = await send(service.address, operation(), {
      token: ada.token,
      headers: { 'content-type': 'application/json' },
    })
    expect(reply.json).toMatchObject({ status: 400, code: 'malformed_json' })
  },
)

/**
 * A connection whose body was refused early is closed a second later. If this process pauses for longer, the answer is lost
 * with it, so the request is sent once more.
 */
function sendToTheEnd(operation: string, sent: Sent): Promise<Reply> {
  const attempt = () => send(service.address, operation, sent)
  return attempt().catch((error: unknown) => {
    if (error instanceof TypeError && error.message === 'fetch failed') return attempt()
    throw error
  })
}

describe.each(operations)('%#', (operation, body) => {
  // For operations without required members, these are valid bodies without members.
  const isEmpty = (what: string) => requiresNothing(operation()) && (what === 'blanks' || what === 'null')
  test.each(corpus.filter(([what]) => !isEmpty(what)))('%s', async (_, make, usual) => {
    const sent = make(body())
    const statuses = isPublic(operation()) && Buffer.byteLength(sent) > PUBLIC_LIMIT ? [413] : usual
    const reply = await sendToTheEnd(operation(), {
      token: ada.token,
      body: sent,
      headers: { 'content-type': 'application/json' },
    })
    expect(statuses, reply.text.slice(0, 500)).toContain(reply.status)
    expect(reply.text.length).toBeLessThanOrEqual(8_192)
    expect(reply.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  })
})
