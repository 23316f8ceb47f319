import { readFileSync } from 'node:fs'
import { distance } from 'fastest-levenshtein'
import { z } from 'zod'

/** Settings with a secret: they may be read from a file in `<NAME>_FILE`, and are never shown. */
const secrets = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'ADMIN_PASSWORD', 'TOKEN_KEYS', 'SMTP_URL'] as const

const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.number().min(min).max(max))
const port = whole(0, 65_535)
const postgresUrl = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol),
    'must be a URL like postgres://user:password@host:5432/database',
  )

const webUrl = z
  .string()
  .refine(
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol),
    'must be a URL like https://api.example.org',
  )

const smtpUrl = z
  .string()
  .refine(
    (value) =>
      URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol) && new URL(value).hostname !== '',
    'must be a URL like smtps://user:password@mail.example.org:465',
  )

/** An address, or a name with an address in angle brackets. */
const mailFrom = z
  .string()
  .regex(
    /^(?:[^<>\r\n"]{1,100}<[\w.+-]+@[\w.-]+>|[\w.+-]+@[\w.-]+)$/,
    'must be an address like "Commonhold <no-reply@example.org>"',
  )

/** `15m`, `12h`, `3600s` or plain seconds. */
const duration = (minSeconds: number, maxSeconds: number) =>
  z
    .string()
    .regex(/^\d{1,7}[smhd]?$/, 'must be a duration like 3600, 60m or 12h')
    .transform(
      (value) =>
        Number.parseInt(value, 10) * ({ s: 1, m: 60, h: 3_600, d: 86_400 }[value.at(-1) ?? 's'] ?? 1),
    )
    .pipe(z.number().min(minSeconds).max(maxSeconds))

/** A comma list or a JSON list of origins, without `*`. */
const origins = z
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
  .refine((list) => list.every(isOrigin), 'must hold origins like https://app.example.org, never *')

function isOrigin(entry: string): boolean {
  return (
    !entry.includes('*') &&
    URL.canParse(entry) &&
    /^https?:$/.test(new URL(entry).protocol) &&
    new URL(entry).origin === entry.toLowerCase()
  )
}

/** base64url of at least 256 bits, by key id: `<id>:<secret>,...`; the first signs, all verify. */
const tokenKeys = z
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
  .transform((pairs) => pairs.map(([id, secret]) => ({ id: id ?? '', secret: secret ?? '' })))

const schema = z.object({
  PORT: port.prefault('3000'),
  WEB_PORT: port.prefault('5173'),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_PREPARE: z.enum(['auto', 'off']).default('auto'),
  DATABASE_SLOTS: whole(1, 100).prefault('10'),
  DATA_DIR: z.string().min(1).default('.data'),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  SIGN_UP: z.enum(['open', 'invited', 'off']).optional(),
  SIGNUP_TENANT: z.string().min(1).default('default'),
  TENANT_CREATION: z.enum(['open', 'operators']).default('open'),
  CORS_ALLOW_ORIGINS: origins.prefault(''),
  BACKEND_CORS_ORIGINS: origins.prefault(''),
  ACCESS_TOKEN_TTL: duration(60, 86_400).prefault('12h'),
  PASSWORD_MIN_LENGTH: whole(8, 64).prefault('8'),
  RATE_LIMIT: whole(0, 1_000_000).prefault('6000'),
  SIGN_UP_RATE: whole(0, 1_000_000).prefault('300'),
  SIGN_IN_RATE: whole(0, 1_000_000).prefault('30'),
  TRUST_PROXY: whole(0, 10).prefault('0'),
  API_URL: webUrl.optional(),
  APP_URL: webUrl.optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailFrom.optional(),
  MAIL_UNKNOWN: z.enum(['silent', 'tell']).default('silent'),
  MAIL_RATE: whole(0, 1_000_000).prefault('60'),
  TOKEN_KEYS: tokenKeys.optional(),
  SERVE_PAGE: z.enum(['on', 'off']).default('off'),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  DOCS: z.enum(['on', 'off']).default('on'),
  DRAIN_SECONDS: whole(0, 300).prefault('2'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})

/** The settings of the service; see docs/operating.md for each. */
export type Settings = z.output<typeof schema>

/** An invalid setting: one line for each, without the value of a secret. */
export class BadSettings extends Error {
  readonly lines: string[]
  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.name = 'BadSettings'
    this.lines = lines
  }
}

/** Reads the settings from the environment. Throws `BadSettings` with all errors at once. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const values = { ...environment, ...readSecretFiles(environment) }
  for (const name of Object.keys(values)) if (values[name] === '') delete values[name]
  const result = schema.safeParse(values)
  const lines = [
    ...misspelt(values),
    ...incomplete(values),
    ...(result.success ? [] : result.error.issues.map(line)),
  ]
  if (lines.length > 0 || !result.success) throw new BadSettings(lines)
  return result.data
}

function readSecretFiles(environment: Record<string, string | undefined>) {
  const read: Record<string, string> = {}
  for (const name of secrets) {
    const file = environment[`${name}_FILE`]
    if (!file) continue
    if (environment[name]) throw new BadSettings([`${name}: set either ${name} or ${name}_FILE, not both`])
    try {
      read[name] = readFileSync(file, 'utf8').trim()
    } catch {
      throw new BadSettings([`${name}_FILE: cannot read ${file}`])
    }
  }
  return read
}

/** The environment contains other variables, too, so only misspelt names of settings are rejected. */
function misspelt(values: Record<string, string | undefined>): string[] {
  const names = Object.keys(schema.shape)
  const known = new Set([...names, ...secrets.map((name) => `${name}_FILE`)])
  return Object.keys(values).flatMap((name) => {
    if (known.has(name)) return []
    if (name.startsWith('COMMONHOLD_')) return [`${name}: no such setting`]
    const stem = name.replace(/_FILE$/, '')
    if (names.includes(stem)) return [`${name}: no such setting`]
    const meant = names.find((one) => one.length > 5 && distance(one, stem) <= 2)
    return meant ? [`${name}: no such setting; ${meant} is one`] : []
  })
}

/** Settings that require another one. */
function incomplete(values: Record<string, string | undefined>): string[] {
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL)
    return ['DATABASE_DIRECT_URL: means nothing without DATABASE_URL; set that, too']
  // A pooler would give the session to other clients while it holds the lock of a migration.
  if (values.DATABASE_PREPARE === 'off' && !values.DATABASE_DIRECT_URL)
    return ['DATABASE_PREPARE: off needs DATABASE_DIRECT_URL, the way past the pooler for migrations']
  // Links are made from a setting alone: the Host header of a request is whatever its sender says.
  return ['MAIL_FROM', 'APP_URL']
    .filter((name) => values.SMTP_URL && !values[name])
    .map((name) => `${name}: must be set where SMTP_URL is`)
}

function line(issue: z.core.$ZodIssue): string {
  return `${issue.path.join('.')}: ${issue.message}`
}

/** The settings as they are logged at start: secrets masked. */
export function maskedSettings(settings: Settings): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      value !== undefined && secrets.some((secret) => secret === name) ? '***' : value,
    ]),
  )
}
