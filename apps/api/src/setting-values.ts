import { quotaNames } from '@commonhold/contract'
import { z } from 'zod'
import { logModules, readLogLevels } from './base/log-levels.ts'
import { isPostgresUrl, POSTGRES_URL_FORM } from './base/postgres-url.ts'
import { readLimits } from './quotas/limits.rules.ts'

/** A whole number within bounds. */
export const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max))
/** A TCP port; 0 = any free port. */
export const port = whole(0, 65_535)
/** The URL of a PostgreSQL database. */
export const postgresUrl = z.string().refine(isPostgresUrl, POSTGRES_URL_FORM)

/** The URL of a web server. */
export const webUrl = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    'must be a URL like https://api.example.org',
  )

/** The URL of an SMTP server. */
export const smtpUrl = z
  .string()
  .refine(
    (value) =>
      URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol) && new URL(value).hostname !== '',
    'must be a URL like smtps://user:password@mail.example.org:465',
  )

/** An address, or a name with an address in angle brackets. */
export const mailFrom = z
  .string()
  .regex(
    /^(?:[^<>\r\n"]{1,100}<[\w.+-]+@[\w.-]+>|[\w.+-]+@[\w.-]+)$/,
    'must be an address like "Commonhold <no-reply@example.org>"',
  )

/** `15m`, `12h`, `3600s` or plain seconds. */
export const duration = (minSeconds: number, maxSeconds: number) =>
  z
    .string()
    .regex(/^\d{1,7}[smhd]?$/, 'must be a duration like 3600, 60m or 12h')
    .transform(
      (value) =>
        Number.parseInt(value, 10) * ({ s: 1, m: 60, h: 3_600, d: 86_400 }[value.at(-1) ?? 's'] ?? 1),
    )
    .pipe(z.number().min(minSeconds).max(maxSeconds))

/** A comma list or a JSON list of origins, without `*`. */
export const origins = z
  .string()
  .transform((value, context) => {
    try {
      const list: unknown = value.trim().startsWith('[') ? JSON.parse(value) : value.split(',')
      return z.array(z.string()).parse(list)
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a comma list or a JSON list' })
      return z.NEVER
    }
  })
  .transform((list) => list.map((entry) => entry.trim().replace(/\/$/, '')).filter((entry) => entry !== ''))
  .refine((list) => list.every(isOrigin), 'must list origins like https://app.example.org, never *')

function isOrigin(entry: string): boolean {
  return (
    !entry.includes('*') &&
    URL.canParse(entry) &&
    /^https?:$/.test(new URL(entry).protocol) &&
    new URL(entry).origin === entry.toLowerCase()
  )
}

/** `<id>:<secret>,...`: a secret is base64url of at least 256 bits. The first key signs, all verify. */
export const tokenKeys = z
  .string()
  .transform((value) => value.split(',').map((pair) => pair.trim().split(':')))
  .refine(
    (pairs) =>
      pairs.every(
        ([id, secret]) =>
          /^[\w-]{1,64}$/.test(id ?? '') && Buffer.from(secret ?? '', 'base64url').length >= 32,
      ),
    'must be `<id>:<base64url secret of at least 32 bytes>`, several separated by commas',
  )
  .refine((pairs) => new Set(pairs.map(([id]) => id)).size === pairs.length, 'must have each id once')
  .transform((pairs) => pairs.map(([id, secret]) => ({ id: id ?? '', secret: secret ?? '' })))

/** Networks in CIDR notation, as a comma list. */
export const networks = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  )
  .pipe(z.array(z.union([z.cidrv4(), z.cidrv6()], 'must be networks like 10.0.0.0/8, separated by commas')))

/** Text that `read` can parse; it returns undefined for any other. */
const readBy = <T>(read: (text: string) => T | undefined, message: string) =>
  z.string().transform((text, context) => {
    const found = read(text)
    if (found !== undefined) return found
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })

/** Limits of quotas that differ from the defaults: `issues=50000,mails=unlimited`. */
export const quotas = readBy(
  readLimits,
  `must be quotas with whole numbers or \`unlimited\`, like issues=50000,mails=unlimited; quotas are ${quotaNames.join(', ')}`,
)

/** Levels of modules that differ from `LOG_LEVEL`: `http=warn,mail=debug`. */
export const moduleLevels = readBy(
  readLogLevels,
  `must be modules with levels, like http=warn,mail=debug; modules are ${logModules.join(', ')}`,
)
