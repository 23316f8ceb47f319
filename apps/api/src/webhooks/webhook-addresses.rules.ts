import { BlockList, isIP } from 'node:net'

/** The receiver has an address to which nothing may be sent. */
export class ForbiddenAddress extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ForbiddenAddress'
  }
}

/** Private, loopback, link-local (which includes cloud metadata services), shared, reserved, multicast. RFC 6890. */
const notPublic4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
/** Of IPv6 only global unicast is public, except prefixes that embed IPv4 addresses or are for documentation. */
const publicFrom6 = ['2000::/3']
const notPublic6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** A list of networks, given in CIDR notation, that can check whether an address is in one of them. */
export function networksOf(cidrs: readonly string[]): BlockList {
  const list = new BlockList()
  for (const cidr of cidrs) {
    const [address = '', prefix] = cidr.split('/')
    list.addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

const forbidden4 = networksOf(notPublic4)
const public6 = networksOf(publicFrom6)
const forbidden6 = networksOf(notPublic6)

const isPublic = (address: string) =>
  isIP(address) === 4
    ? !forbidden4.check(address, 'ipv4')
    : isIP(address) === 6 && public6.check(address, 'ipv6') && !forbidden6.check(address, 'ipv6')

/** True if webhooks may be sent to an address; over plain http only to networks that the installation allows. */
export const maySendTo = (address: string, isEncrypted: boolean, allowed: BlockList): boolean =>
  (isEncrypted && isPublic(address)) || allowed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** The first address of a host. Throws `ForbiddenAddress` if one of its addresses is forbidden, or it has none. */
export function firstAllowed<A extends { readonly address: string }>(
  host: string,
  addresses: readonly A[],
  isEncrypted: boolean,
  allowed: BlockList,
): A {
  const forbidden = addresses.find(({ address }) => !maySendTo(address, isEncrypted, allowed))
  const [first] = addresses
  if (forbidden || !first) throw refusal(forbidden?.address ?? host, isEncrypted)
  return first
}

/** Throws `ForbiddenAddress` for a literal address that is forbidden: such a host has no DNS lookup that would check it. */
export function assertHostAllowed(host: string, isEncrypted: boolean, allowed: BlockList): void {
  const address = host.replace(/^\[|\]$/g, '')
  if (isIP(address) && !maySendTo(address, isEncrypted, allowed)) throw refusal(address, isEncrypted)
}

const refusal = (address: string, isEncrypted: boolean) =>
  new ForbiddenAddress(
    isPublic(address) && !isEncrypted
      ? `${address} is allowed only with https`
      : `${address} is not a public address, and not in WEBHOOK_ALLOWED_NETWORKS`,
  )
