/** Calls the service as `fetch` does, and again where it says that it is busy: on a loaded machine it gives requests up. */
export async function ask(url: string, init?: RequestInit): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    const response = await fetch(url, init)
    const seconds = Number(response.headers.get('retry-after'))
    if (response.status !== 503 || !seconds || tries === 20) return response
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
  }
}
