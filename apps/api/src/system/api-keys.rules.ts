import { isIP } from 'node:net'
import { type FieldError, invalid } from '../base/problem.ts'

const DAY = 86_400_000
/** The length of a leap year, so that a date one year ahead is always accepted. */
const LONGEST = 366 * DAY

/** Rejects an expiry that is in the past, or more than a year from now. */
export function assertExpiry(expiresAt: string | undefined, now: Date): void {
  if (expiresAt === undefined) return
  const ahead = Date.parse(expiresAt) - now.getTime()
  if (ahead > 0 && ahead <= LONGEST) return
  throw invalid({
    field: 'expires_at',
    code: 'out_of_range',
    message: 'must be in the future, at most one year from now; rotate the key before it expires',
  })
}

/** Rejects a rotation of an expired key without a new expiry: its new secret would be rejected. */
export function assertLasts(
  before: { readonly expires_at: string },
  expiresAt: string | undefined,
  now: Date,
): void {
  if (expiresAt !== undefined || Date.parse(before.expires_at) > now.getTime()) return
  throw invalid({
    field: 'expires_at',
    code: 'required',
    message: 'the key has expired; send a new expires_at',
  })
}

/** Rejects texts that are not networks in CIDR notation. */
export function assertNetworks(networks: readonly string[]): void {
  const errors = networks.flatMap((network, at): FieldError[] =>
    isNetwork(network)
      ? []
      : [
          {
            field: `/allowed_networks/${at}`,
            code: 'invalid_format',
            message: 'must be a network in CIDR notation, such as 203.0.113.0/24 or 2001:db8::/32',
          },
        ],
  )
  if (errors.length > 0) throw invalid(...errors)
}

function isNetwork(network: string): boolean {
  const [address = '', bits = ''] = network.split('/')
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return Number(bits) <= most && String(Number(bits)) === bits
}
