import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { problem } from '../base/problem.ts'
import { sqlStatement } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import type { linkPurposes } from './mail-tokens.table.ts'

type LinkPurpose = (typeof linkPurposes)[number]

const at = sql.placeholder

const insert = sqlStatement<unknown>(sql`
  insert into mail_tokens (token_hash, purpose, user_id, tenant_id, invitation_id, email, expires_at)
  values (${at('token_hash')}, ${at('purpose')}, ${at('user_id')}, ${at('tenant_id')}, ${at('invitation_id')}, ${at('email')}, now() + interval '1 second' * ${at('seconds')}::int)`)

const valid = sql`token_hash = ${at('token_hash')} and purpose = ${at('purpose')} and expires_at > now()`
const subject = sql`user_id, tenant_id, invitation_id, email`
const find = sqlStatement<LinkSubject>(sql`select ${subject} from mail_tokens where ${valid}`)
/** A single statement, so that only one of several concurrent uses deletes the row. */
const consume = sqlStatement<LinkSubject>(sql`delete from mail_tokens where ${valid} returning ${subject}`)
const removeOthers = sqlStatement<unknown>(
  sql`delete from mail_tokens where user_id = ${at('user_id')} and purpose = ${at('purpose')}`,
)

/** The user or invitation that a link is for, and the address that it was sent to. */
export interface LinkSubject {
  readonly user_id: string | null
  readonly tenant_id: string | null
  readonly invitation_id: string | null
  readonly email: string
}

/** Creates the secret of a link: 256 random bits. Only its hash is stored. */
export async function newLinkToken(
  tx: Transaction,
  link: {
    readonly purpose: LinkPurpose
    readonly email: string
    readonly userId?: string
    readonly tenantId?: string
    readonly invitationId?: string
    readonly seconds: number
  },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await tx.run(insert, {
    token_hash: hashOf(token),
    purpose: link.purpose,
    user_id: link.userId ?? null,
    tenant_id: link.tenantId ?? null,
    invitation_id: link.invitationId ?? null,
    email: link.email,
    seconds: link.seconds,
  })
  return token
}

/** The hash of the secret of a link, as it is stored: SHA-256 in base64url. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** The subject of a link. Throws `link_not_valid` unless the link is valid. */
export async function linkSubject(
  tx: Transaction,
  purpose: LinkPurpose,
  token: string,
): Promise<LinkSubject> {
  const subject = await tx.first(find, { token_hash: hashOf(token), purpose })
  if (!subject) throw problem('link_not_valid')
  return subject
}

/**
 * Consumes a link and returns its subject. Throws `link_not_valid` if it is not valid, or a concurrent request has consumed it.
 */
export async function consumeLink(
  tx: Transaction,
  purpose: LinkPurpose,
  token: string,
): Promise<LinkSubject> {
  const subject = await tx.first(consume, { token_hash: hashOf(token), purpose })
  if (!subject) throw problem('link_not_valid')
  return subject
}

/** Deletes a user's links for a purpose, after one of them was used or they are no longer needed. */
export const removeLinks = (tx: Transaction, purpose: LinkPurpose, userId: string) =>
  tx.run(removeOthers, { user_id: userId, purpose })
