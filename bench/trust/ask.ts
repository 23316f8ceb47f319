/** What a request contains: `json` or `form` is its body. */
export interface RequestOptions {
  readonly token?: unknown
  readonly tenantId?: string
  readonly json?: unknown
  readonly form?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Timeout in milliseconds. */
  readonly patience?: number
}

/** An answer; status 0 if the connection failed or timed out. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: Readonly<Record<string, unknown>>
  /** When the request was sent, and when the last byte arrived, by `performance.now()`. */
  readonly began: number
  readonly ended: number
}

/** Sends `METHOD /path`, and never rejects. */
export async function ask(address: string, request: string, options: RequestOptions = {}): Promise<Answer> {
  const [method = 'GET', path = '/'] = request.split(' ')
  const { token, tenantId, json, form, headers, patience = 60_000 } = options
  const began = performance.now()
  try {
    const response = await fetch(address + path, {
      method,
      signal: AbortSignal.timeout(patience),
      headers: {
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(tenantId === undefined ? {} : { 'x-tenant-id': tenantId }),
        ...headers,
      },
      body: form ? new URLSearchParams(form) : json === undefined ? null : JSON.stringify(json),
    })
    const text = await response.text()
    const ended = performance.now()
    return { status: response.status, headers: response.headers, text, json: objectOf(text), began, ended }
  } catch {
    return { status: 0, headers: new Headers(), text: '', json: {}, began, ended: performance.now() }
  }
}

/** Sends a request that must succeed, and repeats it after a 503, up to `tries` times in all. */
export async function must(
  address: string,
  request: string,
  options: RequestOptions = {},
  tries = 10,
): Promise<Answer> {
  const answer = await ask(address, request, options)
  if (answer.status === 503 && tries > 1) return must(address, request, options, tries - 1)
  if (answer.status < 200 || answer.status > 299)
    throw new Error(`${request} was answered with ${answer.status} ${answer.text}`)
  return answer
}

function objectOf(text: string): Record<string, unknown> {
  if (!text.startsWith('{')) return {}
  const value: unknown = JSON.parse(text)
  return value !== null && typeof value === 'object' ? { ...value } : {}
}

/** Runs `work` for 0 to count - 1 concurrently. */
export function atOnce<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => work(n)))
}

/** Runs `work` for 0 to count - 1, up to `atATime` of them concurrently. */
export async function inTurns<T>(
  count: number,
  atATime: number,
  work: (n: number) => Promise<T>,
): Promise<T[]> {
  const results: T[] = []
  let next = 0
  await atOnce(Math.min(atATime, count), async () => {
    while (next < count) {
      const n = next
      next += 1
      results[n] = await work(n)
    }
  })
  return results
}

/** Waits until `isSo` returns true; throws after three minutes. */
export async function until(isSo: () => boolean | Promise<boolean>, pause = 20): Promise<void> {
  const limit = performance.now() + 180_000
  while (!(await isSo())) {
    if (performance.now() > limit) throw new Error('waited three minutes for nothing')
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
