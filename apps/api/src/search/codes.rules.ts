import { isUlid } from '@commonhold/contract'

/** The parts of a URL or an id that identify a record; missing parts are null. */
export interface Addressed {
  /** The segment of the URL that names the kind. */
  readonly segment: string | null
  readonly id: string | null
  /** The key or tag that the URL contains in place of the id. */
  readonly name: string | null
  /** The slug or id of the tenant in a URL of the page. */
  readonly tenant: string | null
}

const nothing: Addressed = { segment: null, id: null, name: null, tenant: null }

/** Parses a code that is an id, or a URL that ends with the path of a record. */
export function addressedBy(code: string): Addressed {
  if (isUlid(code)) return { ...nothing, id: code.toUpperCase() }
  const segments = pathOf(code).split('/')
  const [last, segment, tenant = null, page] = segments.filter((one) => one !== '').toReversed()
  if (!segment || !last) return nothing
  if (isUlid(last)) return { ...nothing, segment, id: last.toUpperCase() }
  return { segment, id: null, name: decoded(last), tenant: page === 't' ? tenant : null }
}

/** The path of a URL on any host; empty if the text is not a URL. */
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
