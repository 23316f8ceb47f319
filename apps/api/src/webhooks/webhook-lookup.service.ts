import { promises as dns, type LookupAddress } from 'node:dns'

/**
 * The addresses of a host, by queries that hold no thread: the system's own way waits in one of few threads that all lookups
 * of the process share, so names whose server does not answer would hold up those of others. It is asked where receivers need
 * not be public (`isLocal`), after the queries found nothing: for names in a file of hosts, or below a search domain.
 */
export async function addressesOf(host: string, isLocal: boolean): Promise<LookupAddress[]> {
  const [found4, found6] = await Promise.allSettled([dns.resolve4(host), dns.resolve6(host)])
  const found = [
    ...(found4.status === 'fulfilled' ? found4.value.map((address) => ({ address, family: 4 })) : []),
    ...(found6.status === 'fulfilled' ? found6.value.map((address) => ({ address, family: 6 })) : []),
  ]
  if (found.length > 0 || found4.status === 'fulfilled') return found
  if (isLocal && found4.reason.code !== 'ETIMEOUT') return dns.lookup(host, { all: true })
  throw found4.reason
}
