import { z } from 'zod'
import { userBrief } from '../briefs.ts'
import { includes } from '../kernel/include.ts'
import { permissionNames } from '../kernel/permissions.ts'
import { ownedOnCreate, recordMembers } from '../kernel/record.ts'
import { distinct, id, instant, name, nullable, timestamp } from '../kernel/schema.ts'

/** A permission of an API key. No scope stands for all permissions: the key lists each of them. */
const scope = z.enum(permissionNames).meta({
  id: 'ApiKeyScope',
  description: 'A permission of an API key: `<resource>:<action>`.',
})

/** A network in CIDR notation. The pattern is rough: the service checks the network itself. */
const network = () =>
  z
    .string()
    .regex(/^[0-9A-Fa-f:.]{2,45}\/\d{1,3}$/)
    .meta({ description: 'A network in CIDR notation.', examples: ['203.0.113.0/24'] })

const fields = {
  name: name().meta({ description: 'What the key is for.', examples: ['Nightly device sync'] }),
  scopes: distinct(scope, permissionNames.length).meta({
    description:
      'The permissions of requests with the key, if its user also has them at the time of the request. Empty: only operations that need no permission.',
    examples: [['assets:read', 'assets:write']],
  }),
  allowed_networks: z
    .array(network())
    .max(50)
    .meta({
      description:
        'Networks in CIDR notation from which the key is accepted; empty = any. An address within a network stands for the network: `203.0.113.7/24` means `203.0.113.0/24`.',
      examples: [['203.0.113.0/24', '2001:db8::/32']],
    }),
}
const expiresAt = 'at most one year ahead'

/** The records that a request can include in an API key. */
export const apiKeyIncludes = includes('ApiKey', { user: userBrief })

const apiKey = z
  .object({
    ...recordMembers,
    tenant_id: id().meta({ description: 'Id of the only tenant in which the key works.' }),
    user_id: id().meta({
      description: 'Id of the user or service account of the key. Requests with the key act as this user.',
    }),
    ...fields,
    expires_at: timestamp().meta({ description: 'When the key stops working.' }),
    former_secret_expires_at: nullable(timestamp()).meta({
      description: 'When the secret from before the last rotation stops working; null = there is none.',
    }),
    last_used_at: nullable(timestamp()).meta({ description: 'Last use, to the hour; null = never.' }),
    ...apiKeyIncludes.members,
  })
  .meta({
    id: 'ApiKey',
    description:
      'A credential for programs, sent as `Authorization: Bearer chk_…`. It grants the permissions in its scopes, if its user also has them at the time of the request.',
  })
const apiKeyWithSecret = apiKey
  .omit({ user: true, hidden: true })
  .extend({
    secret: z.string().meta({
      format: 'password',
      description:
        'The key to send: `chk_`, the id, 43 random characters and a checksum of 6 characters. Only this response contains it; the service does not store it.',
      examples: ['chk_01K4ZJ7Q6V3M8N2P5R9T1W4X6Y_S9uVh2mZbQx4LrTf7KpYc1NaWd8EgJ5oXv3RiBt6MsC00Yx3c'],
    }),
  })
  .meta({ id: 'ApiKeyWithSecret', description: 'An API key, and its secret.' })
const apiKeyCreate = z
  .strictObject({
    ...fields,
    expires_at: instant().meta({ description: `When the key stops working: ${expiresAt}.` }),
    tenant_id: ownedOnCreate.tenant_id,
  })
  .partial({ allowed_networks: true })
  .meta({
    id: 'ApiKeyCreate',
    description: 'A new API key. The caller must have all permissions in its scopes.',
  })
const apiKeyRotation = z
  .strictObject({
    expires_at: instant()
      .optional()
      .meta({
        description: `New time at which the key stops working: ${expiresAt}. Default: unchanged. Required if the key has expired.`,
      }),
  })
  .meta({ id: 'ApiKeyRotation', description: 'A new expiry time of the key; optional.' })

export interface ApiKey extends z.infer<typeof apiKey> {}
export interface ApiKeyWithSecret extends z.infer<typeof apiKeyWithSecret> {}
export interface ApiKeyCreate extends z.infer<typeof apiKeyCreate> {}
export interface ApiKeyRotation extends z.infer<typeof apiKeyRotation> {}
/** A credential for programs. */
export const ApiKey: z.core.$ZodType<ApiKey, ApiKey> = apiKey
/** An API key, and its secret. */
export const ApiKeyWithSecret: z.core.$ZodType<ApiKeyWithSecret, ApiKeyWithSecret> = apiKeyWithSecret
/** A new API key. */
export const ApiKeyCreate: z.core.$ZodType<ApiKeyCreate, ApiKeyCreate> = apiKeyCreate
/** The optional new expiry time of a key whose secret is replaced. */
export const ApiKeyRotation: z.core.$ZodType<ApiKeyRotation, ApiKeyRotation> = apiKeyRotation
