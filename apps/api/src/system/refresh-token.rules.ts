import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/**
 * A refresh token: 256 random bits and a checksum, in base64url. The checksum allows to reject a mistyped or invented token
 * without a query.
 */
export function newRefreshToken(): string {
  const secret = randomBytes(32).toString('base64url')
  return secret + checksum(secret)
}

/** The stored hash of a token; null when the text cannot be a token. */
export function hashRefreshToken(token: string): string | null {
  const secret = token.slice(0, 43)
  if (!/^[\w-]{49}$/.test(token) || token.slice(43) !== checksum(secret)) return null
  return createHash('sha256').update(token).digest('base64url')
}

function checksum(secret: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(`commonhold ${secret}`))
  return bytes.toString('base64url')
}
