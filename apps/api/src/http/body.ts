import type { IncomingMessage } from 'node:http'
import { type EndpointSpec, mediaTypesOf, takesNoBody } from '@commonhold/contract'
import { type FieldError, invalid, problem } from '../base/problem.ts'
import type { Sender } from './open-bodies.ts'
import { assertLength, bodyLimitOf, receiveBody } from './receive.ts'
import { type HeaderReader, headersOf } from './request-headers.ts'

const DEPTH_LIMIT = 32
const KEYS_LIMIT = 1_000
const ITEMS_LIMIT = 1_000
/** The maximum length of a member's name; errors repeat names and should be short. */
const NAME_LIMIT = 128

/** The maximum bytes of a body that counts as empty: `null` or white space only. */
const NOTHING_LIMIT = 16

/** Reads and decodes the body of a request; `{}` when the body is empty and optional. */
export async function readBody(
  incoming: IncomingMessage,
  endpoint: EndpointSpec,
  sender: Sender,
): Promise<unknown> {
  const limit = bodyLimitOf(endpoint)
  assertLength(incoming, limit)
  const header = headersOf(incoming)
  // An empty body needs neither a type nor an encoding; whether it is empty is known only after it was received.
  const mayBeNothing = isOptional(endpoint) && !(Number(header('content-length')) > NOTHING_LIMIT)
  if (!mayBeNothing) assertReadable(header, endpoint)
  const bytes = await receiveBody(incoming, limit, sender)
  if (mayBeNothing) {
    if (isNothing(bytes)) return {}
    assertReadable(header, endpoint)
  }
  const text = decode(bytes)
  return endpoint.bodyType === 'form' ? readForm(text) : readJson(text)
}

const optional = new WeakMap<EndpointSpec, boolean>()

function isOptional(endpoint: EndpointSpec): boolean {
  const known = optional.get(endpoint) ?? takesNoBody(endpoint)
  optional.set(endpoint, known)
  return known
}

const isNothing = (bytes: Uint8Array) =>
  bytes.length <= NOTHING_LIMIT && /^[\t\n\r ]*(null)?[\t\n\r ]*$/.test(Buffer.from(bytes).toString('latin1'))

/** Rejects a body of another media type, or with a content encoding. */
function assertReadable(header: HeaderReader, endpoint: EndpointSpec): void {
  const supported = mediaTypesOf(endpoint)
  const type = header('content-type')
  if (type === null || !isMediaType(type, supported))
    throw problem('unsupported_media_type', { supported }, adviceOn(header, supported))
  const encoding = header('content-encoding')
  if (encoding && encoding !== 'identity')
    throw problem('unsupported_media_type', { supported }, 'Send the body without a content encoding.')
}

/** The advice for a rejected body. For an empty body, the error is the missing body, not its type. */
function adviceOn(header: HeaderReader, supported: readonly string[]): string {
  const types = supported.map((type) => `Content-Type: ${type}`).join(' or ')
  const hasBody = Number(header('content-length')) > 0 || header('transfer-encoding') !== null
  return hasBody ? `Send the body with ${types}.` : `This operation needs a body. Send one with ${types}.`
}

function isMediaType(header: string, supported: readonly string[]): boolean {
  const [name = '', ...parameters] = header.toLowerCase().split(';')
  const charset = parameters.map((one) => one.trim()).find((one) => one.startsWith('charset='))
  return supported.includes(name.trim()) && (charset === undefined || /^charset="?utf-8"?$/.test(charset))
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw problem('malformed_json', {}, 'The body is not valid UTF-8.')
  }
}

function readForm(text: string): Record<string, string> {
  const form: Record<string, string> = Object.create(null)
  assertEscapes(text)
  for (const [name, value] of new URLSearchParams(text)) {
    if (name.length > NAME_LIMIT)
      throw problem('malformed_request', {}, `The name of a field has at most ${NAME_LIMIT} characters.`)
    if (name in form)
      throw invalid({ field: name, code: 'exactly_one_of', message: 'was sent more than once' })
    form[name] = value
  }
  assertText(form)
  return { ...form }
}

/** URLSearchParams reads every invalid escape as U+FFFD, which would make different passwords equal. */
function assertEscapes(text: string): void {
  try {
    decodeURIComponent(text)
  } catch {
    throw problem('malformed_request', {}, 'The form contains an escape that is not UTF-8.')
  }
}

function readJson(text: string): unknown {
  assertShape(text)
  try {
    const value: unknown = JSON.parse(text)
    assertText(value)
    return value
  } catch (error) {
    if (error instanceof SyntaxError) throw problem('malformed_json')
    throw error
  }
}

/**
 * Scans the text once before it is parsed: depth, number of members and items, duplicate keys. Deep values could overflow
 * the stack of recursive code, and of two equal keys JSON.parse drops one.
 */
function assertShape(text: string): void {
  const stack: (Set<string> | number)[] = []
  let expectKey = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (char === 0x22) {
      const end = endOfString(text, at)
      const top = stack.at(-1)
      if (expectKey && top instanceof Set) addKey(top, text.slice(at, end + 1))
      expectKey = false
      at = end
    } else if (char === 0x7b || char === 0x5b) {
      if (stack.push(char === 0x7b ? new Set<string>() : 0) > DEPTH_LIMIT)
        throw problem('malformed_json', {}, `Nest at most ${DEPTH_LIMIT} levels deep.`)
      expectKey = char === 0x7b
    } else if (char === 0x7d || char === 0x5d) {
      stack.pop()
      expectKey = false
    } else if (char === 0x2c) {
      expectKey = stack.at(-1) instanceof Set
      countItem(stack)
    }
  }
}

function countItem(stack: (Set<string> | number)[]): void {
  const top = stack.at(-1)
  if (typeof top !== 'number') return
  if (top + 2 > ITEMS_LIMIT) throw problem('malformed_json', {}, `A list has at most ${ITEMS_LIMIT} items.`)
  stack[stack.length - 1] = top + 1
}

function endOfString(text: string, start: number): number {
  let end = start + 1
  while (end < text.length && text.charCodeAt(end) !== 0x22) end += text.charCodeAt(end) === 0x5c ? 2 : 1
  return end
}

function addKey(keys: Set<string>, quoted: string): void {
  if (quoted.length > NAME_LIMIT + 2)
    throw problem('malformed_json', {}, `The name of a member has at most ${NAME_LIMIT} characters.`)
  const key = quoted.includes('\\') ? unescapeKey(quoted) : quoted
  if (keys.has(key))
    throw problem('malformed_json', {}, `The body has the member ${quoted.slice(0, 100)} twice.`)
  if (keys.add(key).size > KEYS_LIMIT)
    throw problem('malformed_json', {}, `An object has at most ${KEYS_LIMIT} members.`)
}

function unescapeKey(quoted: string): string {
  try {
    return JSON.stringify(JSON.parse(quoted))
  } catch {
    throw problem('malformed_json')
  }
}

/** The maximum length of a pointer in an error; deeper errors are reported at the member that contains them. */
const POINTER_LIMIT = 256

function below(path: string, name: string): string {
  const pointer = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
  return pointer.length > POINTER_LIMIT ? path : pointer
}

/** Rejects text that PostgreSQL or UTF-8 cannot store, and numbers that JavaScript has already rounded. */
function assertText(root: unknown): void {
  const errors: FieldError[] = []
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string') {
      if (!isStorable(value))
        errors.push({
          field: path,
          code: 'invalid_format',
          message: 'must not contain NUL or lone surrogates',
        })
    } else if (typeof value === 'number') {
      if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
        errors.push({ field: path, code: 'out_of_range', message: 'is too large to be stored exactly' })
    } else if (Array.isArray(value)) {
      value.forEach((item, index) => {
        walk(item, below(path, String(index)))
      })
    } else if (value !== null && typeof value === 'object') {
      for (const [key, item] of Object.entries(value)) {
        if (!isStorable(key))
          errors.push({
            field: path,
            code: 'invalid_format',
            message: 'has a member whose name cannot be stored',
          })
        walk(item, below(path, key))
      }
    }
  }
  walk(root, '')
  if (errors.length > 0) throw invalid(...errors)
}

/** True when PostgreSQL can store the text: no NUL, and every surrogate paired. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()
