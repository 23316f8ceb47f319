import { promises as dns, type LookupAddress } from 'node:dns'
import type { BlockList, LookupFunction } from 'node:net'
import { firstAllowed } from './webhook-addresses.rules.ts'

/**
 * The addresses of a host, by DNS queries. They block no thread: `dns.lookup` blocks one of the few that all lookups of the
 * process share, so a name server that does not answer would delay others. It is used only if receivers need not be public
 * (`isLocal`) and the queries failed: for names in a hosts file, or below a search domain.
 */
async function addressesOf(host: string, isLocal: boolean): Promise<LookupAddress[]> {
  const [found4, found6] = await Promise.allSettled([dns.resolve4(host), dns.resolve6(host)])
  const found = [
    ...(found4.status === 'fulfilled' ? found4.value.map((address) => ({ address, family: 4 })) : []),
    ...(found6.status === 'fulfilled' ? found6.value.map((address) => ({ address, family: 6 })) : []),
  ]
  if (found.length > 0 || found4.status === 'fulfilled') return found
  if (isLocal && found4.reason.code !== 'ETIMEOUT') return dns.lookup(host, { all: true })
  throw found4.reason
}

/**
 * Finds the addresses of a host for a connection, and rejects the host if one of them is forbidden. The connection uses the
 * checked addresses, so a different DNS answer a moment later (DNS rebinding) has no effect.
 */
export const guardedLookup =
  (isEncrypted: boolean, allowed: BlockList): LookupFunction =>
  (host, options, callback) => {
    addressesOf(host, allowed.rules.length > 0)
      .then((found) => ({ found, first: firstAllowed(host, found, isEncrypted, allowed) }))
      .then(
        ({ found, first }) =>
          options.all ? callback(null, found) : callback(null, first.address, first.family),
        (error: NodeJS.ErrnoException) => callback(error, '', 0),
      )
  }
