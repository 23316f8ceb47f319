import { Hono } from 'hono'
import { assetAreaHandlers } from './assets/index.ts'
import { censusHandlers } from './census/index.ts'
import { configurationAreaHandlers } from './cmdb/index.ts'
import { educationHandlers } from './education/index.ts'
import { corsPolicy } from './kernel/cors.ts'
import { problem } from './kernel/problem.ts'
import { mountProcessRoutes, type ProcessState } from './kernel/process-routes.ts'
import { registerReferences } from './kernel/referring-columns.ts'
import { type Environment, mountOperations } from './kernel/serve.ts'
import type { Service } from './kernel/service.ts'
import { answerWith, identify, refuseDotSegments } from './kernel/unrouted.ts'
import { locationAreaHandlers } from './locations/index.ts'
import type { AuthenticationServices } from './system/authentication.ts'
import { systemHandlers } from './system/index.ts'
import { tables, unkeyed } from './tables.ts'
import { openRepairs } from './work/asset-repair-ending.ts'
import { workHandlers } from './work/index.ts'

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
    [
      ...systemHandlers(authentication),
      ...workHandlers,
      ...assetAreaHandlers(openRepairs),
      ...configurationAreaHandlers,
      ...locationAreaHandlers,
      ...censusHandlers,
      ...educationHandlers,
    ],
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
