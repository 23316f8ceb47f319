import { contract, createClient } from '@commonhold/contract'
import autocannon from 'autocannon'
import { type DistrictSize, loadDistrict } from './district.ts'
import { sizesOf } from './sizes.ts'
import { median, rounded, signUp, startStack } from './stack.ts'

const CONNECTIONS = 32
const ROUNDS = 5
const SECONDS = 3
const usual: DistrictSize = { schools: 50, students: 60_000, staff: 6_000, years: 5 }

/** A district with a hundredth of everything, at least one of each, and the same number of years. */
const hundredth = ({ schools, students, staff, years }: DistrictSize): DistrictSize => ({
  schools: Math.max(1, Math.round(schools / 100)),
  students: Math.max(1, Math.round(students / 100)),
  staff: Math.max(1, Math.round(staff / 100)),
  years,
})

/**
 * Loads a district and another of a hundredth of its size, each into a separate service, by the operations of the API.
 * Then lists one school's enrollments in both, alternately. `share` is the throughput of the big district divided by that
 * of the small one, median of the rounds.
 */
export async function education(words: readonly string[]): Promise<Record<string, unknown>> {
  const size: DistrictSize = sizesOf(words, usual)
  const small = await openDistrict(hundredth(size))
  try {
    const big = await openDistrict(size)
    try {
      const shares: number[] = []
      for (const district of [small, big]) await listEnrollments(district, 1)
      for (let round = 1; round <= ROUNDS; round += 1) {
        const base = await listEnrollments(small, SECONDS)
        const ours = await listEnrollments(big, SECONDS)
        shares.push(ours / base)
        process.stdout.write(
          `${round}/${ROUNDS}: small ${Math.round(base)}/s, big ${Math.round(ours)}/s, ${rounded(ours / base)}\n`,
        )
      }
      return {
        ...size,
        enrollments: size.students * size.years,
        loaded_in_seconds: big.seconds,
        share: rounded(median(shares)),
        passed: median(shares) >= 0.8,
        peak_rss_mib: await big.stack.peakMemory(),
      }
    } finally {
      await big.stack.stop()
    }
  } finally {
    await small.stack.stop()
  }
}

type District = Awaited<ReturnType<typeof openDistrict>>

async function openDistrict(size: DistrictSize) {
  const stack = await startStack()
  try {
    const { token } = await signUp(stack.address, 'bench@example.org')
    // Without retries, the client sends no Idempotency-Key, so none is stored for the many requests.
    const client = createClient(contract, { baseUrl: stack.address, token, retries: 0 })
    const started = performance.now()
    const [schoolId = ''] = await loadDistrict(client, 'District', size)
    const seconds = Math.round((performance.now() - started) / 1_000)
    await stack.sql`vacuum analyze`
    await stack.restart()
    process.stdout.write(`${size.students} students and ${size.staff} staff loaded in ${seconds} s\n`)
    return { stack, token, schoolId, seconds }
  } catch (error) {
    await stack.stop()
    throw error
  }
}

/** Requests per second. Throws if any answer is not a success. */
async function listEnrollments({ stack, token, schoolId }: District, seconds: number): Promise<number> {
  const result = await autocannon({
    url: `${stack.address}/schools/${schoolId}/enrollments?limit=50`,
    headers: { authorization: `Bearer ${token}` },
    connections: CONNECTIONS,
    duration: seconds,
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refused, ${result.errors} failed`)
  return result['2xx'] / result.duration
}
