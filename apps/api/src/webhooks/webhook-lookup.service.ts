import { promises as dns, type LookupAddress } from 'node:dns'
import type { BlockList, LookupFunction } from 'node:net'
import { firstAllowed } from './webhook-addresses.rules.ts'

/**
 * The addresses of a host, by queries that hold no thread: the system's own way waits in one of few threads that all lookups
 * of the process share, so names whose server does not answer would hold up those of others. It is asked where receivers need
 * not be public (`isLocal`), after the queries found nothing: for names in a file of hosts, or below a search domain.
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
 * Finds the addresses of a host for a connection, and refuses the host when one of them is forbidden. The connection goes to
 * what was checked: a name that answers another address a moment later changes nothing.
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
