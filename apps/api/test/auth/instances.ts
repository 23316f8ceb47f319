import { startService, type TestService } from '../service.ts'

/** Two instances on one database. */
export interface Instances {
  readonly first: TestService
  readonly second: TestService
  /** The address of the first instance if `n` is even, of the second if it is odd. */
  address(n: number): string
  stop(): Promise<void>
}

/** Starts two instances on one database. */
export async function startTwo(settings: Record<string, string> = {}): Promise<Instances> {
  const first = await startService(settings)
  const second = await startService(settings, first.database)
  return {
    first,
    second,
    address: (n) => (n % 2 === 0 ? first : second).address,
    async stop() {
      await second.stop()
      await first.stop()
    },
  }
}

/** Runs `work` for 0 to count - 1 concurrently. */
export function atOnce<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => work(n)))
}
