import { readFile } from 'node:fs/promises'
import type { Context } from 'hono'
import { securityHeaders } from './respond.ts'
import type { Environment } from './serve.ts'

/** A text response with the headers that every response has; `headers` may set another content type. */
export function answer(
  c: Context<Environment>,
  status: number,
  body: string | Uint8Array<ArrayBuffer> | null,
  headers: Record<string, string> = {},
): Response {
  return new Response(body, {
    status,
    headers: {
      ...securityHeaders,
      ...c.get('cors'),
      'X-Request-Id': c.get('requestId'),
      'Content-Type': 'text/plain; charset=utf-8',
      ...headers,
    },
  })
}

/** An HTML page; `headers` sets its content security policy. */
export function page(c: Context<Environment>, body: string, headers: Record<string, string> = {}): Response {
  return answer(c, 200, body, { 'Content-Type': 'text/html; charset=utf-8', ...headers })
}

/** Read once: every response shares the text. */
const texts = new Map<string, Promise<string>>()

/** A response with the contents of a file. */
export async function file(c: Context<Environment>, path: string, type: string): Promise<Response> {
  const text = texts.get(path) ?? readFile(path, 'utf8')
  texts.set(path, text)
  return answer(c, 200, await text, { 'Content-Type': type })
}
