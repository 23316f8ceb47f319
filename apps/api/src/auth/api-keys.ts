import { isIP } from 'node:net'
import { problem } from '../base/problem.ts'
import { hashOfApiKey, idOfApiKey } from './api-key-text.ts'
import { newestOf } from './newest.ts'

const CACHE_LIMIT = 10_000

/** The user and the tenant of an API key. Neither changes as long as the key exists. */
export interface KeyOwner {
  readonly user_id: string
  readonly tenant_id: string
}

/** The API key of a request. `commonhold_authorize_caller` checks whether it is accepted. */
export interface ApiKeyCredential {
  readonly sessionId: null
  readonly apiKeyId: string
  readonly userId: string
  readonly tenantId: string
  /** SHA-256 of the key. */
  readonly hash: string
  /** The IP address of the client; null if it is not known. */
  readonly source: string | null
}

/** Authenticates API keys, and caches their owners. */
export class ApiKeys {
  readonly #find: (id: string, hash: string) => Promise<KeyOwner | undefined>
  readonly #known = newestOf<string, Omit<ApiKeyCredential, 'source'>>(CACHE_LIMIT)

  /** `find` returns the owner of a stored key with this hash, whether it is still accepted or not. */
  constructor(find: (id: string, hash: string) => Promise<KeyOwner | undefined>) {
    this.#find = find
  }

  /**
   * Returns the credential of the API key in an Authorization header; undefined if the header contains no API key. Throws
   * `not_authenticated` if the key does not exist; a wrong format or checksum is rejected without a query. The owner is cached;
   * whether the key is accepted is checked with every request.
   */
  authenticate(
    header: string | null,
    source: string | null,
  ): ApiKeyCredential | Promise<ApiKeyCredential> | undefined {
    const key = /^bearer (chk_\w{1,100})$/i.exec(header ?? '')?.[1]
    if (!key) return undefined
    const from = addressIn(source)
    const hash = hashOfApiKey(key)
    const known = this.#known.get(hash)
    if (known) return { ...known, source: from }
    const id = idOfApiKey(key)
    if (id === undefined) throw problem('not_authenticated')
    return this.#look(id, hash, from)
  }

  async #look(id: string, hash: string, source: string | null): Promise<ApiKeyCredential> {
    const owner = await this.#find(id, hash)
    if (!owner) throw problem('not_authenticated')
    const credential = {
      sessionId: null,
      apiKeyId: id,
      userId: owner.user_id,
      tenantId: owner.tenant_id,
      hash,
    }
    this.#known.set(hash, credential)
    return { ...credential, source }
  }
}

/** An IP address for PostgreSQL: without its zone, and as IPv4 if it is an IPv4 address mapped to IPv6. Null for any other text. */
function addressIn(source: string | null): string | null {
  const [address = ''] = (source ?? '').split('%')
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
  return isIP(plain) === 0 ? null : plain
}
