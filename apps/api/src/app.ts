import { Hono } from 'hono'
import { areas } from './areas.ts'
import type { AssetServices } from './assets/assets.handlers.ts'
import { problem } from './base/problem.ts'
import type { EventServices } from './events/events.handlers.ts'
import { recordedKinds } from './events/recorded-kinds.store.ts'
import { bulkImplementations } from './http/bulk-operations.ts'
import { corsPolicy } from './http/cors.ts'
import { historiesOf } from './http/histories.ts'
import { mountProcessRoutes, type ProcessState } from './http/process-routes.ts'
import { type Environment, mountOperations } from './http/serve.ts'
import type { Service } from './http/service.ts'
import { summariesOf } from './http/summaries.ts'
import { answerWith, identify, refuseDotSegments } from './http/unrouted.ts'
import { upsertImplementations } from './http/upsert.ts'
import type { JobServices } from './jobs/index.ts'
import type { QuotaServices } from './quotas/index.ts'
import type { Limits } from './quotas/limits.rules.ts'
import { handlersOf } from './store/area.ts'
import { registerReferences } from './store/referring-columns.ts'
import type { AuthenticationServices } from './system/authentication.service.ts'
import type { SystemServices } from './system/index.ts'
import { tables, unkeyed } from './tables.ts'
import type { WebhookServices } from './webhooks/webhooks.handlers.ts'
import { webhookEndpointStore } from './webhooks/webhooks.store.ts'
import { openRepairs } from './work/repairs/asset-repair-ending.service.ts'

/** The services that areas need from each other and from the process. */
interface AreaServices
  extends AssetServices,
    EventServices,
    JobServices,
    QuotaServices,
    SystemServices,
    WebhookServices {
  readonly jobs: JobServices['jobs'] & WebhookServices['jobs']
}

/** The parts that the server is built from. */
export interface AppOptions {
  readonly service: Service
  readonly authentication: AuthenticationServices
  readonly webhooks: Pick<AreaServices, 'jobs' | 'allowed'>
  readonly events: Omit<EventServices, 'quotas'>
  /** The limits of quotas, unless an operator has set another one for the tenant. */
  readonly limits: Limits
  /** False for a worker: it serves health checks and documents, but no operations of the API. */
  readonly servesOperations: boolean
  readonly state: ProcessState
  readonly corsOrigins: readonly string[]
  readonly docs: boolean
}

/** Creates the server: the process routes and the operations of all areas. */
export function createApp({
  service,
  authentication,
  webhooks,
  events,
  limits,
  servesOperations,
  state,
  corsOrigins,
  docs,
}: AppOptions): Hono<Environment> {
  registerReferences(Object.values(tables).flat(), unkeyed)
  const app = new Hono<Environment>()
  app.use(identify(corsPolicy(corsOrigins)))
  app.use(refuseDotSegments(service))
  mountProcessRoutes(app, service, state, docs)
  const operations = areas.flatMap((area) =>
    handlersOf<AreaServices>(area, {
      authentication,
      ...webhooks,
      ...events,
      quotas: service.quotas,
      limits,
      repairs: openRepairs,
    }),
  )
  if (servesOperations)
    mountOperations(
      app,
      [
        ...operations,
        ...summariesOf(operations),
        ...historiesOf(operations, { ...recordedKinds, webhookEndpoints: { store: webhookEndpointStore } }),
        ...bulkImplementations,
        ...upsertImplementations,
      ],
      service,
    )
  app.notFound((c) =>
    answerWith(
      c,
      problem('not_found', {}, 'No operation has this path. GET /openapi.json lists all paths.'),
      service,
    ),
  )
  app.onError((error, c) => {
    service.log.error(
      { type: error.name, request_id: c.get('requestId') },
      'request failed outside of an operation',
    )
    return answerWith(c, problem('internal_error'), service)
  })
  return app
}
