import { z } from 'zod'
import { collection } from '../kernel/collection.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { byReference, byTime, byValue } from '../kernel/filters.ts'
import { instant, name } from '../kernel/schema.ts'
import { ApiKey, ApiKeyCreate, ApiKeyRotation, ApiKeyWithSecret, apiKeyIncludes } from './api-key-records.ts'

const listing = {
  include: apiKeyIncludes.include,
  filters: {
    name: byValue(name()),
    expires_at: byTime(instant()),
    last_used_at: byTime(instant(), { nullable: true }),
    created_at: byTime(instant()),
  },
  sort: ['name', 'expires_at', 'last_used_at', 'created_at'],
} as const

const keyCollection = collection(listing)
const keysOfTenant = collection({
  ...listing,
  filters: { ...listing.filters, user_id: byReference('the user') },
})

const created = 'Only this response contains the secret. This operation needs a session, not an API key.'
const rotated =
  'Creates a new secret. The previous secret works for 24 more hours, unless the key has expired. Older secrets stop working immediately. An expired key needs a new `expires_at`. This operation needs a session, not an API key.'
const deleted =
  'All instances of the service refuse the key from the next request on. This operation needs a session, not an API key.'

/** The keys of service accounts. */
export const serviceAccountKeys = {
  list: endpoint({
    operationId: 'listKeysOfServiceAccount',
    method: 'get',
    path: '/service-accounts/{service_account_id}/keys',
    tag: 'Service accounts',
    summary: 'List the API keys of a service account',
    description: 'Lists the keys that have not been deleted, including expired ones.',
    permission: 'service_accounts:read',
    needsSession: true,
    query: keyCollection.query,
    collection: keyCollection,
    success: { status: 200, body: z.array(ApiKey) },
  }),
  create: endpoint({
    operationId: 'createKeyOfServiceAccount',
    method: 'post',
    path: '/service-accounts/{service_account_id}/keys',
    tag: 'Service accounts',
    summary: 'Create an API key of a service account',
    description: `${created} The caller needs each scope of the key in the whole tenant.`,
    permission: 'service_accounts:write',
    needsSession: true,
    body: ApiKeyCreate,
    location: null,
    success: { status: 201, body: ApiKeyWithSecret },
    errors: ['record_archived'],
    credentials: true,
  }),
  rotate: endpoint({
    operationId: 'rotateKeyOfServiceAccount',
    method: 'post',
    path: '/service-accounts/{service_account_id}/keys/{key_id}/rotate',
    tag: 'Service accounts',
    summary: 'Replace the secret of an API key of a service account',
    description: `${rotated} The caller needs each scope of the key in the whole tenant.`,
    permission: 'service_accounts:write',
    needsSession: true,
    body: ApiKeyRotation,
    bodyOptional: true,
    changesRecord: true,
    success: { status: 200, body: ApiKeyWithSecret },
    errors: ['record_archived'],
    credentials: true,
  }),
  delete: endpoint({
    operationId: 'deleteKeyOfServiceAccount',
    method: 'delete',
    path: '/service-accounts/{service_account_id}/keys/{key_id}',
    tag: 'Service accounts',
    summary: 'Delete an API key of a service account',
    description: deleted,
    permission: 'service_accounts:write',
    needsSession: true,
    success: { status: 204 },
  }),
}

/** The API keys of the current user in the selected tenant. */
export const myApiKeys = {
  list: endpoint({
    operationId: 'listMyApiKeys',
    method: 'get',
    path: '/me/api-keys',
    tag: 'Current user',
    summary: 'List the API keys of the current user in the selected tenant',
    description: 'Lists the keys that have not been deleted, including expired ones.',
    permission: 'authenticated',
    needsSession: true,
    query: keyCollection.query,
    collection: keyCollection,
    success: { status: 200, body: z.array(ApiKey) },
    errors: ['no_tenant_selected'],
  }),
  create: endpoint({
    operationId: 'createMyApiKey',
    method: 'post',
    path: '/me/api-keys',
    tag: 'Current user',
    summary: 'Create an API key of the current user',
    description: `The key works in the selected tenant only. ${created} The caller needs each scope of the key, in the tenant or in a project.`,
    permission: 'authenticated',
    needsSession: true,
    body: ApiKeyCreate,
    location: null,
    success: { status: 201, body: ApiKeyWithSecret },
    errors: ['no_tenant_selected', 'permission_denied'],
    credentials: true,
  }),
  rotate: endpoint({
    operationId: 'rotateMyApiKey',
    method: 'post',
    path: '/me/api-keys/{key_id}/rotate',
    tag: 'Current user',
    summary: 'Replace the secret of an API key of the current user',
    description: rotated,
    permission: 'authenticated',
    needsSession: true,
    body: ApiKeyRotation,
    bodyOptional: true,
    changesRecord: true,
    success: { status: 200, body: ApiKeyWithSecret },
    errors: ['no_tenant_selected', 'permission_denied'],
    credentials: true,
  }),
  delete: endpoint({
    operationId: 'deleteMyApiKey',
    method: 'delete',
    path: '/me/api-keys/{key_id}',
    tag: 'Current user',
    summary: 'Delete an API key of the current user',
    description: deleted,
    permission: 'authenticated',
    needsSession: true,
    success: { status: 204 },
    errors: ['no_tenant_selected'],
  }),
}

/** All API keys of the selected tenant. */
export const apiKeys = {
  list: endpoint({
    operationId: 'listApiKeys',
    method: 'get',
    path: '/api-keys',
    tag: 'Service accounts',
    summary: 'List all API keys of the tenant',
    description:
      'Lists all keys of the selected tenant: those of service accounts, and those that users created for themselves.',
    permission: 'service_accounts:read',
    needsSession: true,
    query: keysOfTenant.query,
    collection: keysOfTenant,
    success: { status: 200, body: z.array(ApiKey) },
  }),
  delete: endpoint({
    operationId: 'deleteApiKey',
    method: 'delete',
    path: '/api-keys/{key_id}',
    tag: 'Service accounts',
    summary: 'Delete any API key of the tenant',
    description: `The key may be one that a user created for themselves. ${deleted}`,
    permission: 'service_accounts:write',
    needsSession: true,
    success: { status: 204 },
  }),
}
