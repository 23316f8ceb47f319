/** Like `fetch`, but repeats a request that the service answers with 503, as it does on a loaded machine. */
export async function ask(url: string, init?: RequestInit): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    const response = await fetch(url, init)
    const seconds = Number(response.headers.get('retry-after'))
    if (response.status !== 503 || !seconds || tries === 20) return response
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  }
}
