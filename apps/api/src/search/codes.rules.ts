import { isUlid } from '@commonhold/contract'

/** What an address or an id says of a record; null for what it does not say. */
export interface Addressed {
  /** The segment of the address that names the kind. */
  readonly segment: string | null
  readonly id: string | null
  /** The key or tag that stands in the address in place of the id. */
  readonly name: string | null
  /** The slug or id of the tenant in an address of the page. */
  readonly tenant: string | null
}

const nothing: Addressed = { segment: null, id: null, name: null, tenant: null }

/** What a code says if it is an id, or an address that ends in the path of a record. */
export function addressedBy(code: string): Addressed {
  if (isUlid(code)) return { ...nothing, id: code.toUpperCase() }
  const segments = pathOf(code).split('/')
  const [last, segment, tenant = null, page] = segments.filter((one) => one !== '').toReversed()
  if (!segment || !last) return nothing
  if (isUlid(last)) return { ...nothing, segment, id: last.toUpperCase() }
  return { segment, id: null, name: decoded(last), tenant: page === 't' ? tenant : null }
}

/** The path of an address on any host; empty for what is no address. */
function pathOf(code: string): string {
  if (code.startsWith('/')) return code.split(/[?#]/)[0] ?? ''
  return /^https?:/i.test(code) && URL.canParse(code) ? new URL(code).pathname : ''
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}
