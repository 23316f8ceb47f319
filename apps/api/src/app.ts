import { Hono } from 'hono'
import { areas } from './areas.ts'
import type { AssetServices } from './assets/assets.handlers.ts'
import { handlersOf } from './kernel/area.ts'
import { corsPolicy } from './kernel/cors.ts'
import { problem } from './kernel/problem.ts'
import { mountProcessRoutes, type ProcessState } from './kernel/process-routes.ts'
import { registerReferences } from './kernel/referring-columns.ts'
import { type Environment, mountOperations } from './kernel/serve.ts'
import type { Service } from './kernel/service.ts'
import { answerWith, identify, refuseDotSegments } from './kernel/unrouted.ts'
import type { AuthenticationServices } from './system/authentication.ts'
import type { SystemServices } from './system/index.ts'
import { tables, unkeyed } from './tables.ts'
import { openRepairs } from './work/asset-repair-ending.ts'

/** What the areas need of each other, and of the process. */
interface AreaServices extends AssetServices, SystemServices {}

/** What the server is put together from. */
export interface AppOptions {
  readonly service: Service
  readonly authentication: AuthenticationServices
  readonly state: ProcessState
  readonly corsOrigins: readonly string[]
  readonly docs: boolean
}

/** The table of contents of the server. */
export function createApp({
  service,
  authentication,
  state,
  corsOrigins,
  docs,
}: AppOptions): Hono<Environment> {
  registerReferences(Object.values(tables).flat(), unkeyed)
  const app = new Hono<Environment>()
  app.use(identify(corsPolicy(corsOrigins)))
  app.use(refuseDotSegments(service))
  mountProcessRoutes(app, service, state, docs)
  mountOperations(
    app,
    areas.flatMap((area) => handlersOf<AreaServices>(area, { authentication, repairs: openRepairs })),
    service,
  )
  app.notFound((c) => answerWith(c, problem('not_found'), service))
  app.onError((error, c) => {
    service.log.error(
      { type: error.name, request_id: c.get('requestId') },
      'request failed outside of an operation',
    )
    return answerWith(c, problem('internal_error'), service)
  })
  return app
}
