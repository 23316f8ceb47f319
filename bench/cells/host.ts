import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** What a request contains: `json` is its body. */
interface RequestOptions {
  readonly token?: string
  readonly tenantId?: string
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** An answer; status 0 if the connection failed. */
export interface HostAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** Milliseconds until the last byte. */
  readonly milliseconds: number
}

const agent = new Agent({ keepAlive: true })

/** Sends `METHOD /path` with a `Host` header, which `fetch` cannot set, to a port of this machine. Never rejects. */
export async function askHost(
  port: number,
  host: string,
  what: string,
  options: RequestOptions = {},
): Promise<HostAnswer> {
  const [method = 'GET', path = '/'] = what.split(' ')
  const { token, tenantId, json, headers } = options
  const began = performance.now()
  const took = () => performance.now() - began
  return new Promise((resolve) => {
    const fail = () => resolve({ status: 0, headers: {}, text: '', milliseconds: took() })
    const sent = request({ agent, host: '127.0.0.1', port, method, path, timeout: 30_000 }, (answer) => {
      text(answer).then(
        (body) =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text: body,
            milliseconds: took(),
          }),
        fail,
      )
    })
    sent.once('error', fail)
    sent.once('timeout', () => sent.destroy())
    sent.setHeader('host', host)
    if (token !== undefined) sent.setHeader('authorization', `Bearer ${token}`)
    if (tenantId !== undefined) sent.setHeader('x-tenant-id', tenantId)
    for (const [name, value] of Object.entries(headers ?? {})) sent.setHeader(name, value)
    if (json !== undefined) sent.setHeader('content-type', 'application/json')
    sent.end(json === undefined ? undefined : JSON.stringify(json))
  })
}

/** The body of an answer; throws if the answer is not a success. */
export function bodyOf({ status, text: body }: HostAnswer): Readonly<Record<string, unknown>> {
  if (status < 200 || status > 299) throw new Error(`answered with ${status} ${body}`)
  return JSON.parse(body)
}
