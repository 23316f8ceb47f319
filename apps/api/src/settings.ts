import { readFileSync } from 'node:fs'
import { distance } from 'fastest-levenshtein'
import { z } from 'zod'
import {
  duration,
  mailFrom,
  moduleLevels,
  networks,
  origins,
  port,
  postgresUrl,
  quotas,
  smtpUrl,
  tokenKeys,
  webUrl,
  whole,
} from './setting-values.ts'

/** Settings with a secret: they may be read from a file in `<NAME>_FILE`, and are never shown. */
export const secrets = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'ADMIN_PASSWORD',
  'TOKEN_KEYS',
  'SMTP_URL',
] as const

const schema = z.object({
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  PORT: port.prefault('3000'),
  WEB_PORT: port.prefault('5173'),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_READ_URL: postgresUrl.optional(),
  DATABASE_READ_LAG: whole(1, 60).prefault('1'),
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
  QUOTAS: quotas.prefault(''),
  TRUST_PROXY: whole(0, 10).prefault('0'),
  API_URL: webUrl.optional(),
  APP_URL: webUrl.optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailFrom.optional(),
  MAIL_UNKNOWN: z.enum(['silent', 'tell']).default('silent'),
  MAIL_RATE: whole(0, 1_000_000).prefault('60'),
  TOKEN_KEYS: tokenKeys.optional(),
  EVENT_RETENTION_DAYS: whole(1, 3_650).prefault('30'),
  AUDIT_RETENTION_DAYS: whole(31, 36_500).optional(),
  WEBHOOK_ALLOWED_NETWORKS: networks.prefault(''),
  SERVE_PAGE: z.enum(['on', 'off']).default('off'),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  DOCS: z.enum(['on', 'off']).default('on'),
  DRAIN_SECONDS: whole(0, 300).prefault('2'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  LOG_LEVELS: moduleLevels.prefault(''),
})

/** The names of all settings. */
export const settingNames: ReadonlySet<string> = new Set(Object.keys(schema.shape))

/** The settings of the service; see docs/operating.md for each. */
export type Settings = z.output<typeof schema>

/** Invalid settings: one line for each, without the values of secrets. */
export class BadSettings extends Error {
  readonly lines: string[]
  constructor(lines: string[]) {
    super(lines.join('\n'))
    this.name = 'BadSettings'
    this.lines = lines
  }
}

/** Reads the settings from the environment. Throws `BadSettings` with all errors together. */
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
  const names = [...settingNames]
  const known = new Set([...names, ...secrets.map((name) => `${name}_FILE`)])
  return Object.keys(values).flatMap((name) => {
    if (known.has(name)) return []
    if (name.startsWith('COMMONHOLD_')) return [`${name}: no such setting`]
    const stem = name.replace(/_FILE$/, '')
    if (names.includes(stem)) return [`${name}: no such setting`]
    const suggestion = names.find((one) => one.length > 5 && distance(one, stem) <= 2)
    return suggestion ? [`${name}: no such setting; ${suggestion} is one`] : []
  })
}

/** The errors of settings that require another one, or contradict it. */
function incomplete(values: Record<string, string | undefined>): string[] {
  if (values.DATABASE_DIRECT_URL && !values.DATABASE_URL)
    return ['DATABASE_DIRECT_URL: requires DATABASE_URL; set that, too']
  if (values.DATABASE_READ_URL && !values.DATABASE_URL)
    return ['DATABASE_READ_URL: requires DATABASE_URL; set that, too']
  // A pooler would give the session to other clients while it holds the lock of a migration.
  if (values.DATABASE_PREPARE === 'off' && !values.DATABASE_DIRECT_URL)
    return [
      'DATABASE_PREPARE: off requires DATABASE_DIRECT_URL, a connection without the pooler for migrations',
    ]
  if (values.METRICS_PORT && values.METRICS_PORT !== '0' && values.METRICS_PORT === (values.PORT || '3000'))
    return ['METRICS_PORT: must differ from PORT']
  // Events are read from the audit log.
  const [events, audit] = [Number(values.EVENT_RETENTION_DAYS || 30), values.AUDIT_RETENTION_DAYS]
  if (audit && Number(audit) < events)
    return [`AUDIT_RETENTION_DAYS: must not be below EVENT_RETENTION_DAYS, which is ${events}`]
  // Links in mails are made from this setting only, because a client can send any Host header.
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
