import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { PasswordHasher } from './auth/passwords/hasher.ts'
import { normalizeEmail } from './auth/passwords/identity-names.ts'
import { passwordProblem } from './auth/passwords/password-policy.ts'
import type { ConnectionPool } from './db/connection-pool.ts'
import { sqlStatement } from './db/statement.ts'
import { ROOT_TENANT_ID } from './db/tenancy.ts'
import { transact } from './http/service.ts'
import { BadSettings } from './settings.ts'
import { originWithoutRequest, writeAudit } from './store/audit.ts'
import { createAccount, joinBuiltinGroup } from './system/accounts.repository.ts'
import { isOperatorSql } from './system/grants.repository.ts'

const GENERATED_EMAIL = 'operator@commonhold.localhost'

const lock = sqlStatement<unknown>(sql`select pg_advisory_xact_lock(7426831015)`)
const anyOperator = sqlStatement<unknown>(
  sql`select 1 from users u where ${isOperatorSql(sql`u.id`)} limit 1`,
)

const accountOf = sqlStatement<{ id: string; password_hash: string | null; is_active: boolean }>(
  sql`select id, password_hash, status = 'active' as is_active from users where email = ${sql.placeholder('email')}`,
)

/** The sign-in data of the operator; the password only if it was just generated. */
export interface Operator {
  readonly email: string
  readonly generatedPassword: string | undefined
}

/**
 * Creates the first operator of an installation, from the settings or, if `generate` is true, with a generated password. Only
 * the instance that starts first does so. An existing account with the address becomes the operator if it has the password of
 * the settings. Undefined when an operator exists, or none is required.
 */
export async function ensureOperator(
  connections: ConnectionPool,
  hasher: PasswordHasher,
  options: { email: string | undefined; password: string | undefined; minLength: number; generate: boolean },
): Promise<Operator | undefined> {
  if (!options.password && !options.generate) return undefined
  if (await transact(connections, (tx) => tx.first(anyOperator))) return undefined
  const email = normalizeEmail(options.email ?? GENERATED_EMAIL)
  if (!email) throw new BadSettings(['ADMIN_EMAIL: must be an email address'])
  const generatedPassword = options.password ? undefined : randomBytes(15).toString('base64url')
  const password = options.password ?? generatedPassword ?? ''
  const weakness = passwordProblem(password, { minLength: options.minLength, email })
  if (weakness) throw new BadSettings([`ADMIN_PASSWORD: ${weakness.message}`])
  // An account with this address may belong to any user who signed up, so it must also have the password of the settings.
  const known = await transact(connections, (tx) => tx.first(accountOf, { email }))
  if (known && !(known.is_active && (await hasher.verify(known.password_hash, password))))
    throw accountExists(email)
  const passwordHash = known?.password_hash ?? (await hasher.hash(password))
  return transact(connections, async (tx) => {
    await tx.run(lock)
    if (await tx.first(anyOperator)) return undefined
    const there = await tx.first(accountOf, { email })
    if (there?.password_hash !== known?.password_hash) throw accountExists(email)
    const { id } =
      there ?? (await createAccount(tx, { email, username: null, displayName: 'Operator', passwordHash }))
    await writeAudit(
      tx,
      originWithoutRequest('start'),
      await joinBuiltinGroup(tx, ROOT_TENANT_ID, 'owners', id),
    )
    return { email, generatedPassword }
  })
}

const accountExists = (email: string) =>
  new BadSettings([
    `ADMIN_EMAIL: ${email} already has an account, which is deactivated or has another password than ADMIN_PASSWORD. Set another ADMIN_EMAIL, or set ADMIN_PASSWORD to the password of this account, which then becomes the operator`,
  ])
