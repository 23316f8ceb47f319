import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { BadSettings, maskedSettings, readSettings, secrets } from '../../src/settings.ts'
import { startProcess } from './child.ts'

const SECRET = 'a-secret-that-nobody-may-see-0000000000000000'

function errorsOf(environment: Record<string, string>): string[] {
  try {
    readSettings(environment)
    return []
  } catch (error) {
    if (error instanceof BadSettings) return error.lines
    throw error
  }
}

const bad: [name: string, value: string][] = [
  ['PORT', 'abc'],
  ['QUOTAS', 'issues'],
  ['QUOTAS', 'cookies=5'],
  ['QUOTAS', 'issues=-1'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '3000.5'],
  ['PORT', '1e3'],
  ['PORT', ' 80'],
  ['WEB_PORT', '70000'],
  ['DATABASE_URL', SECRET],
  ['DATABASE_URL', `mysql://user:${SECRET}@localhost/x`],
  ['DATABASE_URL', `postgres://user:${SECRET}@local host/x`],
  ['DATABASE_URL', `postgres://user:${SECRET}/@localhost/x`],
  ['DATABASE_URL', `postgres://user:${SECRET}%x@localhost/x`],
  ['DATABASE_URL', `postgres://user:p@${SECRET}/w@localhost/x`],
  ['DATABASE_URL', `postgres://user:p#${SECRET}@localhost/x`],
  ['DATABASE_DIRECT_URL', `postgres://user:${SECRET}@localhost/x`],
  ['DATABASE_PREPARE', 'on'],
  ['DATABASE_PREPARE', 'off'],
  ['DATABASE_SLOTS', '0'],
  ['DATABASE_READ_LAG', '61'],
  ['DATABASE_SLOTS', '101'],
  ['ADMIN_EMAIL', 'nobody'],
  ['ADMIN_PASSWORD', 'short'],
  ['CORS_ALLOW_ORIGINS', '*'],
  ['CORS_ALLOW_ORIGINS', 'https://*.example.org'],
  ['CORS_ALLOW_ORIGINS', 'app.example.com'],
  ['CORS_ALLOW_ORIGINS', 'https://example.org/path'],
  ['CORS_ALLOW_ORIGINS', 'https://user@example.org'],
  ['CORS_ALLOW_ORIGINS', 'null'],
  ['CORS_ALLOW_ORIGINS', 'ftp://example.org'],
  ['BACKEND_CORS_ORIGINS', '["https://example.org"'],
  ['BACKEND_CORS_ORIGINS', '[1]'],
  ['BACKEND_CORS_ORIGINS', '["*"]'],
  ['ACCESS_TOKEN_TTL', '30'],
  ['ACCESS_TOKEN_TTL', '25h'],
  ['ACCESS_TOKEN_TTL', '2 hours'],
  ['ACCESS_TOKEN_TTL', '1w'],
  ['PASSWORD_MIN_LENGTH', '7'],
  ['PASSWORD_MIN_LENGTH', '65'],
  ['RATE_LIMIT', 'off'],
  ['SIGN_UP', 'closed'],
  ['SIGN_UP_RATE', '-1'],
  ['SIGN_IN_RATE', '1.5'],
  ['EVENT_RETENTION_DAYS', '0'],
  ['AUDIT_RETENTION_DAYS', '30'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '11'],
  ['API_URL', 'commonhold.example.org'],
  ['API_URL', 'ftp://api.example.org'],
  ['APP_URL', 'app.example.org'],
  ['MAIL_FROM', 'nobody'],
  ['MAIL_FROM', 'Commonhold <no-reply@example.org>\r\nBcc: all@example.org'],
  ['MAIL_UNKNOWN', 'yes'],
  ['MAIL_RATE', '-1'],
  ['TOKEN_KEYS', SECRET],
  ['TOKEN_KEYS', 'k:c2hvcnQ'],
  ['TOKEN_KEYS', `a b:${SECRET}`],
  ['TOKEN_KEYS', `k:${SECRET},`],
  ['TOKEN_KEYS', `k:${SECRET},k:${SECRET}`],
  ['DATABASE_URL', 'postgres://user:password@host/database?sslmode=require'],
  ['DATABASE_URL', 'postgres://user:password@host/database?sslmode=verify-full&sslrootcert=/ca.crt'],
  ['DATABASE_URL', 'postgres://user:password@host/database?ssl=true'],
  ['DOCS', 'yes'],
  ['DRAIN_SECONDS', '301'],
  ['LOG_LEVEL', 'verbose'],
  ['LOG_LEVELS', 'mail'],
  ['LOG_LEVELS', 'mail=loud'],
  ['LOG_LEVELS', 'cookies=info'],
  ['LOG_LEVELS', 'mail=info=warn'],
  ['METRICS_PORT', '3000'],
  ['ACCESS_TOKEN_TTLS', '1h'],
  ['DATABASE_UR', SECRET],
  ['ADMIN_PASSWORT', SECRET],
  ['COMMONHOLD_PORT', '3000'],
]
test.each(bad)('%s=%s is refused by one line that names it, without its value', (name, value) => {
  const lines = errorsOf({ [name]: value })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(new RegExp(`^${name}: .+`))
  expect(lines[0]).not.toContain('\n')
  if (value.length > 10) expect(lines[0]).not.toContain(value)
  expect(lines[0]).not.toContain(SECRET)
})

test('a mail server needs a sender, and where the page is', () => {
  const mail = { MAIL_FROM: 'Commonhold <no-reply@example.org>', APP_URL: 'https://app.example.org' }
  const url = `smtp://user:${SECRET}@mail.example.org:587`
  expect(errorsOf({ ...mail, SMTP_URL: url })).toEqual([])
  expect(errorsOf({ SMTP_URL: url })).toEqual([
    'MAIL_FROM: must be set where SMTP_URL is',
    'APP_URL: must be set where SMTP_URL is',
  ])
  for (const wrong of [SECRET, `http://user:${SECRET}@mail.example.org`, 'smtp://'])
    expect(errorsOf({ ...mail, SMTP_URL: wrong })).toEqual([
      'SMTP_URL: must be a URL like smtps://user:password@mail.example.org:465',
    ])
})

test('the way past a pooler is a way to PostgreSQL, too', () => {
  const lines = errorsOf({
    DATABASE_URL: 'postgres://u:p@h/d',
    DATABASE_DIRECT_URL: `http://user:${SECRET}@localhost/x`,
  })
  expect(lines).toEqual([
    expect.stringMatching(
      /^DATABASE_DIRECT_URL: must be a URL like postgres:\/\/user:password@host:5432\/database, /,
    ),
  ])
})

test('a pooler in transaction mode needs a way past it', () => {
  const pooled = { DATABASE_URL: 'postgres://u:p@h/d', DATABASE_PREPARE: 'off' }
  expect(errorsOf(pooled)).toEqual([
    'DATABASE_PREPARE: off requires DATABASE_DIRECT_URL, a connection without the pooler for migrations',
  ])
  expect(errorsOf({ ...pooled, DATABASE_DIRECT_URL: 'postgres://u:p@h:6432/d' })).toEqual([])
})

const good: [name: string, value: string, read: unknown][] = [
  ['PORT', '0', 0],
  ['ACCESS_TOKEN_TTL', '3600', 3_600],
  ['ACCESS_TOKEN_TTL', '90s', 90],
  ['ACCESS_TOKEN_TTL', '15m', 900],
  ['ACCESS_TOKEN_TTL', '24h', 86_400],
  ['ACCESS_TOKEN_TTL', '1d', 86_400],
  [
    'CORS_ALLOW_ORIGINS',
    'https://a.example, https://b.example:8443/',
    ['https://a.example', 'https://b.example:8443'],
  ],
  ['CORS_ALLOW_ORIGINS', '["https://a.example"]', ['https://a.example']],
  ['CORS_ALLOW_ORIGINS', '', []],
  ['DATABASE_URL', 'postgresql://u:p@localhost:5432/x', 'postgresql://u:p@localhost:5432/x'],
  ['RATE_LIMIT', '0', 0],
  ['LOG_LEVEL', 'silent', 'silent'],
  ['LOG_LEVELS', 'http=warn, mail=debug', { http: 'warn', mail: 'debug' }],
]
test.each(good)('%s=%s is read', (name, value, read) => {
  expect(readSettings({ [name]: value })).toMatchObject({ [name]: read })
})

test('the audit log is stored at least as long as events can be read', () => {
  const days = { EVENT_RETENTION_DAYS: '60', AUDIT_RETENTION_DAYS: '59' }
  expect(errorsOf(days)).toEqual([expect.stringContaining('AUDIT_RETENTION_DAYS: must not be below')])
  expect(errorsOf({ ...days, AUDIT_RETENTION_DAYS: '60' })).toEqual([])
})

test('what is not set has the documented default', () => {
  expect(readSettings({ PATH: '/bin', HOME: '/root', npm_config_x: 'y' })).toEqual({
    EVENT_RETENTION_DAYS: 30,
    WEBHOOK_ALLOWED_NETWORKS: [],
    QUOTAS: {},
    ROLE: 'all',
    PORT: 3_000,
    WEB_PORT: 5_173,
    HOST: '127.0.0.1',
    DATABASE_PREPARE: 'auto',
    DATABASE_SLOTS: 10,
    DATABASE_READ_LAG: 1,
    DATA_DIR: '.data',
    SIGNUP_TENANT: 'default',
    TENANT_CREATION: 'open',
    CORS_ALLOW_ORIGINS: [],
    BACKEND_CORS_ORIGINS: [],
    ACCESS_TOKEN_TTL: 43_200,
    PASSWORD_MIN_LENGTH: 8,
    RATE_LIMIT: 6_000,
    SIGN_UP_RATE: 300,
    SIGN_IN_RATE: 30,
    TRUST_PROXY: 0,
    DOCS: 'on',
    DRAIN_SECONDS: 2,
    MAIL_RATE: 60,
    MAIL_UNKNOWN: 'silent',
    METRICS_HOST: '127.0.0.1',
    SERVE_PAGE: 'off',
    LOG_LEVEL: 'info',
    LOG_LEVELS: {},
  })
})

function secretFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'commonhold-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'secret')
  writeFileSync(file, text)
  return file
}

/** A value of each secret, and the other settings that it requires. */
const fromFiles: Readonly<
  Record<(typeof secrets)[number], [value: string, others?: Record<string, string>]>
> = {
  DATABASE_URL: [`postgres://u:${SECRET}@h/d`],
  DATABASE_DIRECT_URL: [`postgres://u:${SECRET}@h/d`, { DATABASE_URL: 'postgres://u:p@h:6432/d' }],
  DATABASE_READ_URL: [`postgres://u:${SECRET}@h/d`, { DATABASE_URL: 'postgres://u:p@h:6432/d' }],
  ADMIN_PASSWORD: [SECRET],
  TOKEN_KEYS: [`k:${SECRET}`],
  SMTP_URL: [
    `smtp://u:${SECRET}@mail.example.org:587`,
    { MAIL_FROM: 'no-reply@example.org', APP_URL: 'https://app.example.org' },
  ],
}
test.each(secrets)('%s may come from a file, and is not shown', (name) => {
  const [value, others = {}] = fromFiles[name]
  const read = readSettings({ ...others, [`${name}_FILE`]: secretFile(`${value}\n`) })
  expect(read).toEqual(readSettings({ ...others, [name]: value }))
  expect(JSON.stringify(read)).toContain(SECRET)
  expect(JSON.stringify(maskedSettings(read))).not.toContain(SECRET)
  expect(errorsOf({ ...others, [name]: value, [`${name}_FILE`]: secretFile(value) })).toEqual([
    `${name}: set either ${name} or ${name}_FILE, not both`,
  ])
  expect(errorsOf({ [`${name}_FILE`]: '/no/such/file' })).toEqual([`${name}_FILE: cannot read /no/such/file`])
})

test('only secrets come from files', () => {
  expect(errorsOf({ ADMIN_EMAIL_FILE: '/etc/hostname' })).toEqual(['ADMIN_EMAIL_FILE: no such setting'])
})

test('the process ends with 1 and one line for each fieldError, and shows no secret', async () => {
  const child = startProcess({
    PORT: 'abc',
    LOG_LEVEL: 'loud',
    ADMIN_PASSWORD: 'short',
    TOKEN_KEYS: SECRET,
    DATABASE_URL: `mysql://u:${SECRET}@h/d`,
    CORS_ALLOW_ORIGINS: '*',
    RATE_LIMITS: '1',
  })
  expect(await child.exit).toBe(1)
  expect(child.stdout()).toBe('')
  const lines = child.stderr().trimEnd().split('\n')
  expect(lines.map((line) => line.split(':').slice(0, 2).join(':')).sort()).toEqual(
    [
      'ADMIN_PASSWORD',
      'CORS_ALLOW_ORIGINS',
      'DATABASE_URL',
      'LOG_LEVEL',
      'PORT',
      'RATE_LIMITS',
      'TOKEN_KEYS',
    ].map((name) => `commonhold: ${name}`),
  )
  expect(child.stderr()).not.toContain(SECRET)
})
