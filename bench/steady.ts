const PER_SECOND = 50

/** Milliseconds of `GET /me`. */
export interface Percentiles {
  readonly p50: number
  readonly p99: number
  /** Requests that were not answered with 200; their time counts as infinite. */
  readonly errors: number
}

/** Requests `/me` at a steady rate, without waiting for earlier answers. */
export async function steady(address: string, token: string, seconds: number): Promise<Percentiles> {
  const pending: Promise<number>[] = []
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      pending.push(timed(address, token))
      if (pending.length < seconds * PER_SECOND) return
      clearInterval(timer)
      resolve()
    }, 1_000 / PER_SECOND)
  })
  const times = (await Promise.all(pending)).sort((a, b) => a - b)
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.POSITIVE_INFINITY
  return { p50: at(0.5), p99: at(0.99), errors: times.filter((time) => !Number.isFinite(time)).length }
}

async function timed(address: string, token: string): Promise<number> {
  const started = performance.now()
  try {
    const response = await fetch(`${address}/me`, { headers: { authorization: `Bearer ${token}` } })
    await response.arrayBuffer()
    return response.status === 200 ? performance.now() - started : Number.POSITIVE_INFINITY
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
