import { hash } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { newId } from '../base/ids.ts'
import { problem } from '../base/problem.ts'
import { newestOf } from './newest.ts'

const ISSUER = 'commonhold'
const AUDIENCE = 'commonhold-api'
const ALGORITHM = 'HS256'
const TYPE = 'at+jwt'
/**
 * Tolerance in seconds. This check only rejects tokens that expired long ago; `commonhold_authorize_caller` checks the exact
 * expiry by the clock of the database.
 */
const CLOCK_TOLERANCE = 300
const CACHE_LIMIT = 10_000

interface Key {
  readonly id: string
  readonly secret: Uint8Array
}

/** The keys that sign and verify access tokens: from the settings, or else from the database. */
export interface KeyRing {
  signing(): Promise<Key>
  verifying(id: string): Promise<Uint8Array>
  /**
   * The id of a key in the database, so that `commonhold_authorize_caller` can check whether it was retired; null for other keys.
   */
  storedId(id: string): string | null
}

/** The claims of a verified access token. */
export interface AccessToken {
  readonly userId: string
  readonly sessionId: string
  /** Id of the key in the database that signed it; null when keys come from the settings. */
  readonly storedKeyId: string | null
  /** The expiry in seconds since 1970. */
  readonly expires: number
}

/** Signs and verifies access tokens (JWT, RFC 9068). */
export class Tokens {
  readonly #keys: KeyRing
  readonly #seconds: number
  readonly #verified = newestOf<string, AccessToken>(CACHE_LIMIT)

  constructor(keys: KeyRing, seconds: number) {
    this.#keys = keys
    this.#seconds = seconds
  }

  /** The lifetime of an access token in seconds. */
  get seconds() {
    return this.#seconds
  }

  /** A new access token for a session. `issued` is in seconds since 1970, by the clock of the database. */
  async sign(userId: string, sessionId: string, issued: number): Promise<string> {
    const key = await this.#keys.signing()
    return new SignJWT({ sid: sessionId, client_id: AUDIENCE })
      .setProtectedHeader({ alg: ALGORITHM, typ: TYPE, kid: key.id })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(userId)
      .setJti(newId())
      .setIssuedAt(issued)
      .setExpirationTime(issued + this.#seconds)
      .sign(key.secret)
  }

  /**
   * Returns the verified token of an Authorization header. Throws `not_authenticated` if it is missing or invalid. Verified
   * tokens are cached; their expiry is checked with every request.
   */
  authenticate(header: string | null): Promise<AccessToken> | AccessToken {
    const credential = /^bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(header ?? '')?.[1]
    if (!credential || credential.length > 4_096) throw problem('not_authenticated')
    return this.#verified.get(hash('sha256', credential, 'base64')) ?? this.#verify(credential)
  }

  async #verify(credential: string): Promise<AccessToken> {
    if (!isCanonical(credential)) throw problem('not_authenticated')
    try {
      const { payload, protectedHeader } = await jwtVerify(
        credential,
        (header) => this.#keys.verifying(header.kid ?? ''),
        {
          algorithms: [ALGORITHM],
          issuer: ISSUER,
          audience: AUDIENCE,
          typ: TYPE,
          clockTolerance: CLOCK_TOLERANCE,
          requiredClaims: ['sub', 'sid', 'jti', 'iat', 'exp'],
        },
      )
      const { sub, sid, exp } = payload
      if (typeof sub !== 'string' || typeof sid !== 'string' || typeof exp !== 'number')
        throw problem('not_authenticated')
      const token = {
        userId: sub,
        sessionId: sid,
        expires: exp,
        storedKeyId: this.#keys.storedId(protectedHeader.kid ?? ''),
      }
      this.#verified.set(hash('sha256', credential, 'base64'), token)
      return token
    } catch (error) {
      if (error instanceof errors.JOSEError) throw problem('not_authenticated')
      throw error
    }
  }
}

/** The last character of base64url has unused bits. Only the canonical spelling of a token is accepted. */
function isCanonical(credential: string): boolean {
  const signature = credential.slice(credential.lastIndexOf('.') + 1)
  return Buffer.from(signature, 'base64url').toString('base64url') === signature
}
