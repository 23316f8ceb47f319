import type { BlockList } from 'node:net'
import { operationGroups } from '@commonhold/contract'
import { invalid, problem } from '../base/problem.ts'
import { ignoreUnhandled } from '../db/statement.ts'
import type { Transaction } from '../db/transaction.ts'
import { assertEventTypes } from '../events/event-types.rules.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Limits } from '../quotas/limits.rules.ts'
import { quotaExceeded, readQuotaOf } from '../quotas/quotas.repository.ts'
import { changesBetween } from '../store/audit.ts'
import type { WriteContext } from '../store/context.ts'
import { listChildren } from '../store/handlers.ts'
import { implement } from '../store/implement.ts'
import { listRecords } from '../store/listing.ts'
import { assertPermission } from '../store/permissions.ts'
import { assertSelected, FIRST_VERSION } from '../store/store.ts'
import { assertHostAllowed, ForbiddenAddress } from './webhook-addresses.rules.ts'
import { endPause, lockEndpoint, sendWaiting, WEBHOOK_QUEUE } from './webhook-deliveries.repository.ts'
import {
  clearFailures,
  countEndpoints,
  deleteEndpoint,
  failWaiting,
  insertEndpoint,
  insertTestDelivery,
  replaySince,
  rotateSecret,
  startAtHead,
  waitAgain,
} from './webhooks.repository.ts'
import { chosenMembers, webhookDeliveryStore, webhookEndpointStore } from './webhooks.store.ts'

const { webhookEndpoints, webhookDeliveries } = operationGroups

/** The maximum age of events that are sent again, in milliseconds: as long as deliveries are stored. */
const REPLAY = 30 * 86_400_000

/** The services that the handlers of webhooks need. */
export interface WebhookServices {
  readonly jobs: Pick<Jobs, 'add' | 'isWaiting' | 'makeDue'>
  /** Non-public networks to which events may be sent, also over plain http. */
  readonly allowed: BlockList
  /** The limits of quotas that apply unless an operator has set another one. */
  readonly limits: Limits
}

export const webhookEndpointHandlers = ({ jobs, allowed, limits }: WebhookServices) => {
  /** A host name is checked at each delivery, because its address may change; a literal address is checked here. */
  function assertUrl(text: string | undefined): void {
    if (text === undefined) return
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (!url) throw invalid({ field: 'url', code: 'invalid_format', message: 'is not a valid URL' })
    const isEncrypted = url.protocol === 'https:'
    if (!isEncrypted && allowed.rules.length === 0)
      throw invalid({ field: 'url', code: 'invalid_format', message: 'must be an https URL' })
    try {
      assertHostAllowed(url.hostname, isEncrypted, allowed)
    } catch (error) {
      if (!(error instanceof ForbiddenAddress)) throw error
      const message =
        'must be an https URL with a public address, or have an address in a network that the installation allows'
      throw invalid({ field: 'url', code: 'not_allowed_value', message })
    }
  }
  /** Checks only new types: those that the endpoint has already may remain, even if they no longer exist. */
  function assertTypes(types: readonly string[] = [], former: readonly string[] = []): void {
    const added = types.filter((type) => !former.includes(type))
    assertEventTypes(added, (place) => ({ field: `/types/${types.indexOf(added[place] ?? '')}` }))
  }
  /** Checks the quota in the transaction, so that it is exact: every event is sent to each endpoint. */
  async function assertRoom({ tx, tenantId, clock }: WriteContext): Promise<void> {
    const counted = ignoreUnhandled(countEndpoints(tx))
    const { limit } = await readQuotaOf(tx, await tenantId(), 'webhook_endpoints', limits, clock.now())
    const used = await counted
    if (limit !== null && used >= limit) throw quotaExceeded({ name: 'webhook_endpoints', limit })
  }
  /** An endpoint gets every event of the tenant, so its user needs `audit:read`. */
  const assertSeesEvents = (tx: Transaction) => assertPermission(tx, 'audit:read')
  const send = (tx: Transaction, tenant_id: string, id: string, endpointId: string) =>
    jobs.add(tx, WEBHOOK_QUEUE, [{ subject: { tenant_id, record_id: id }, group: endpointId }])

  const endpoints = implement(webhookEndpoints, {
    list: ({ query }, context) =>
      listRecords(webhookEndpointStore, context, webhookEndpoints.list.collection, query),
    get: ({ params }, { reader }) => webhookEndpointStore.get(reader, params.webhook_endpoint_id),
    register: async ({ body }, context) => {
      const { tx } = context
      await context.tenantId()
      await assertSelected(context, body.tenant_id)
      const authorizing = ignoreUnhandled(assertSeesEvents(tx))
      const checked = ignoreUnhandled(assertRoom(context))
      await authorizing
      assertUrl(body.url)
      assertTypes(body.types)
      await checked
      const { id, secret } = await insertEndpoint(tx, {
        url: body.url,
        types: body.types ?? ['*'],
        enabled: body.enabled ?? true,
        description: body.description ?? null,
      })
      const row = await webhookEndpointStore.get(tx, id)
      const changes = changesBetween(chosenMembers, {}, row)
      context.audit({
        action: 'created',
        recordType: 'webhook_endpoint',
        recordId: id,
        version: row.version,
        changes,
      })
      return { ...row, secret }
    },
    update: async ({ params, body }, context) => {
      const { tx } = context
      const before = await webhookEndpointStore.lock(context, params.webhook_endpoint_id)
      if (body.url !== undefined || body.types !== undefined || body.enabled) await assertSeesEvents(tx)
      assertUrl(body.url)
      assertTypes(body.types, before.types)
      const after = await webhookEndpointStore.update(context, before, { ...body })
      if (before.enabled !== after.enabled)
        await (after.enabled ? startAtHead(tx, after.id) : failWaiting(tx, after.id))
      else if (before.url !== after.url) {
        await clearFailures(tx, after.id)
        await sendWaiting(tx, jobs, after.id)
      } else return after
      return webhookEndpointStore.get(tx, after.id)
    },
    delete: async ({ params }, context) => {
      const before = await webhookEndpointStore.lock(context, params.webhook_endpoint_id)
      await deleteEndpoint(context.tx, before.id)
      const changes = changesBetween(chosenMembers, before, {})
      context.audit({
        action: 'deleted',
        recordType: 'webhook_endpoint',
        recordId: before.id,
        version: before.version,
        changes,
      })
      return undefined
    },
    rotateSecret: async ({ params }, context) => {
      const { tx } = context
      const before = await webhookEndpointStore.lock(context, params.webhook_endpoint_id)
      const secret = await rotateSecret(tx, before.id)
      const after = await webhookEndpointStore.get(tx, before.id)
      webhookEndpointStore.recordAudit(context, 'updated', before, after)
      return { ...after, secret }
    },
    test: async ({ params, body }, context) => {
      const { tx, actor, requestId } = context
      const endpoint = await webhookEndpointStore.lock(context, params.webhook_endpoint_id)
      const delivery = await insertTestDelivery(tx, endpoint, {
        operation: webhookEndpoints.test.operationId,
        actor_id: actor.userId,
        request_id: requestId,
      })
      await send(tx, endpoint.tenant_id, delivery, endpoint.id)
      context.audit({
        action: 'created',
        recordType: 'webhook_delivery',
        recordId: delivery,
        version: FIRST_VERSION,
        reason: body?.reason,
      })
      return webhookDeliveryStore.get(tx, delivery)
    },
    replay: async ({ params, body }, context) => {
      const { tx, clock } = context
      const row = await webhookEndpointStore.lock(context, params.webhook_endpoint_id)
      await assertSeesEvents(tx)
      const age = clock.now().getTime() - Date.parse(body.since)
      if (age < 0 || age > REPLAY)
        throw invalid({
          field: 'since',
          code: 'out_of_range',
          message: 'must be within the last 30 days',
        })
      if (!row.enabled)
        throw problem(
          'invalid_transition',
          { current_state: 'disabled', allowed_operations: [] },
          'Enable the endpoint first.',
        )
      await replaySince(tx, row.id, body.since)
      context.audit({
        action: 'updated',
        recordType: 'webhook_endpoint',
        recordId: row.id,
        version: row.version,
        notes: `replay since ${body.since}`,
      })
      return row
    },
  })

  const deliveries = implement(webhookDeliveries, {
    list: ({ params, query }, context) =>
      listChildren(
        context,
        { store: webhookEndpointStore, id: params.webhook_endpoint_id },
        { store: webhookDeliveryStore, member: 'endpoint_id', collection: webhookDeliveries.list.collection },
        query,
      ),
    redeliver: async ({ params, body }, context) => {
      const { tx } = context
      const { endpoint_id } = await webhookDeliveryStore.get(tx, params.webhook_delivery_id)
      const endpoint = await lockEndpoint(tx, endpoint_id)
      const before = await webhookDeliveryStore.lock(context, params.webhook_delivery_id)
      if (!(endpoint?.enabled || before.is_test))
        throw problem(
          'invalid_transition',
          { current_state: 'disabled', allowed_operations: [] },
          'The endpoint is disabled. Enable it first, with PATCH.',
        )
      if (endpoint?.paused_until) {
        await endPause(tx, endpoint_id)
        await sendWaiting(tx, jobs, endpoint_id, endpoint.paused_until)
      }
      await waitAgain(tx, before.id)
      const job = { group: endpoint_id, recordId: before.id }
      await jobs.makeDue(tx, WEBHOOK_QUEUE, job)
      const hasJob = await jobs.isWaiting(tx, WEBHOOK_QUEUE, job)
      if (!hasJob) await send(tx, before.tenant_id, before.id, endpoint_id)
      const after = await webhookDeliveryStore.get(tx, before.id)
      webhookDeliveryStore.recordAudit(context, 'updated', before, after, { reason: body?.reason })
      return after
    },
  })
  return [...endpoints, ...deliveries]
}
