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
import { createAccount, joinBuiltinGroup } from './system/accounts.repository.ts'
import { isOperatorSql } from './system/grants.ts'

const GENERATED_EMAIL = 'operator@commonhold.localhost'

const lock = sqlStatement<unknown>(sql`select pg_advisory_xact_lock(7426831015)`)
const anyOperator = sqlStatement<unknown>(
  sql`select 1 from users u where ${isOperatorSql(sql`u.id`)} limit 1`,
)

const accountOf = sqlStatement<unknown>(sql`select 1 from users where email = ${sql.placeholder('email')}`)

/** How to sign in as the operator; the password only if it was just generated. */
export interface Operator {
  readonly email: string
  readonly generatedPassword: string | undefined
}

/**
 * Creates the first operator of an installation, once, on whichever instance starts first: from the settings, or with a
 * generated password if `generate` allows it. Undefined when an operator exists, or none is required.
 */
export async function ensureOperator(
  connections: ConnectionPool,
  hasher: PasswordHasher,
  given: { email: string | undefined; password: string | undefined; minLength: number; generate: boolean },
): Promise<Operator | undefined> {
  if (!given.password && !given.generate) return undefined
  if (await transact(connections, (tx) => tx.first(anyOperator))) return undefined
  const email = normalizeEmail(given.email ?? GENERATED_EMAIL)
  if (!email) throw new BadSettings(['ADMIN_EMAIL: must be an e-mail address'])
  const generatedPassword = given.password ? undefined : randomBytes(15).toString('base64url')
  const password = given.password ?? generatedPassword ?? ''
  const weakness = passwordProblem(password, { minLength: given.minLength, email })
  if (weakness) throw new BadSettings([`ADMIN_PASSWORD: ${weakness.message}`])
  const passwordHash = await hasher.hash(password)
  return transact(connections, async (tx) => {
    await tx.run(lock)
    if (await tx.first(anyOperator)) return undefined
    // A user who signed up with the address must not become the operator.
    if (await tx.first(accountOf, { email }))
      throw new BadSettings([`ADMIN_EMAIL: ${email} has an ordinary account already; name another address`])
    const user = await createAccount(tx, { email, username: null, displayName: 'Operator', passwordHash })
    await joinBuiltinGroup(tx, ROOT_TENANT_ID, 'owners', user.id)
    return { email, generatedPassword }
  })
}
