/** A stream of server-sent events that is read. */
export interface TestStream {
  readonly response: Response
  leave(): void
  /** Reads on until the stream holds the text; undefined where it ends before. */
  until(expected: string): Promise<string | undefined>
}

/** Opens a stream of a path for a user in a tenant, behind a position where one is given. */
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

/** The last position that a stream named. */
export const positionIn = (text: string | undefined): string =>
  [...(text ?? '').matchAll(/^id: (.+)$/gm)].at(-1)?.[1] ?? ''
