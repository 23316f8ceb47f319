import { hash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 43 characters with 62 possible values each are 256 bits. */
const SECRET_LENGTH = 43
const CHECKSUM_LENGTH = 6

const FORM = /^(chk_([0-7][0-9A-HJKMNP-TV-Z]{25})_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

/** A new API key as clients send it: its id, a secret, and a checksum that detects typing errors and invented keys. */
export function newApiKey(id: string): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => DIGITS[randomInt(DIGITS.length)]).join('')
  const text = `chk_${id}_${secret}`
  return text + checksumOf(text)
}

/** The id in an API key; undefined if the format or the checksum is wrong. */
export function idOfApiKey(key: string): string | undefined {
  const [, text = '', id, checksum] = FORM.exec(key) ?? []
  return id !== undefined && checksumOf(text) === checksum ? id : undefined
}

/** The hash of a key, as it is stored. A fast hash is enough for 256 random bits. */
export const hashOfApiKey = (key: string): string => hash('sha256', key, 'base64')

/** CRC-32 in six digits of base 62, the most significant first. */
function checksumOf(text: string): string {
  let rest = crc32(text)
  let digits = ''
  while (digits.length < CHECKSUM_LENGTH) {
    digits = DIGITS.charAt(rest % DIGITS.length) + digits
    rest = Math.floor(rest / DIGITS.length)
  }
  return digits
}
