import type { IncomingMessage } from 'node:http'
import { type HeaderReader, headersOf } from './request-headers.ts'

/** The address of the client: the socket's, or the one that the trusted proxies report. */
export function addressOf(incoming: IncomingMessage, trustProxy: number): string | null {
  const forwarded = trustProxy > 0 ? (headersOf(incoming)('x-forwarded-for')?.split(',') ?? []) : []
  return forwarded.at(-trustProxy)?.trim() ?? incoming.socket.remoteAddress ?? null
}

/** The URL that the client requested; its scheme is https if the trusted proxies report that. */
export function requestedUrl(address: string, header: HeaderReader, trustProxy: number): URL {
  const requested = new URL(address)
  const schemes = trustProxy > 0 ? (header('x-forwarded-proto')?.split(',') ?? []) : []
  // A proxy may replace the header of the previous proxy instead of adding to it.
  const scheme = schemes.at(-trustProxy) ?? schemes[0]
  if (scheme?.trim() === 'https') requested.protocol = 'https:'
  return requested
}

/**
 * The unit by which addresses are counted: an IPv4 address, or the /64 of an IPv6 address, because one subscriber gets a
 * whole /64.
 */
export function networkOf(address: string | null): string {
  if (address === null) return ''
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped || !address.includes(':')) return mapped ?? address
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const groups = head.split(':').filter(Boolean)
  const rest = tail?.split(':').filter(Boolean) ?? []
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length
  return [...groups, ...Array.from({ length: Math.max(0, zeros) }, () => '0'), ...rest].slice(0, 4).join(':')
}
