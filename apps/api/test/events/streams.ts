/** A reader of server-sent events. */
export interface TestStream {
  readonly response: Response
  leave(): void
  /** Reads until the text of the stream contains `expected`, and returns the text; `undefined` if the stream ends before. */
  until(expected: string): Promise<string | undefined>
}

/** Opens a stream at a URL for a user in a tenant, from the start or after a position. */
export async function openStream(
  url: string,
  { token, tenantId, position }: { token: string; tenantId: string; position?: string | undefined },
): Promise<TestStream> {
  const leaving = new AbortController()
  const response = await fetch(url, {
    headers: {
      Accept: 'text/event-stream',
      Authorization: `Bearer ${token}`,
      'X-Tenant-Id': tenantId,
      ...(position === undefined ? {} : { 'Last-Event-ID': position }),
    },
    signal: leaving.signal,
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  const reader = isStream ? response.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined
  let text = ''
  return {
    response,
    leave: () => leaving.abort(),
    async until(expected) {
      while (!text.includes(expected)) {
        const part = await reader?.read()
        if (!part || part.done) return undefined
        text += part.value
      }
      return text
    },
  }
}

/** The last position in the text of a stream. */
export const positionIn = (text: string | undefined): string =>
  [...(text ?? '').matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? ''
