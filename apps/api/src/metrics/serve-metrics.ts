import { createServer, type ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { bind } from '../base/bind.ts'
import { kindOfError } from '../base/kind-of-error.ts'
import type { Metrics } from './metrics.ts'

/** The running server of the metrics. */
export interface MetricsServer {
  readonly address: string
  close(): Promise<void>
}

/**
 * Serves `GET /metrics` on a separate port. It needs no credential, so no proxy may forward requests to it. Rejects when the
 * address cannot be used.
 */
export async function serveMetrics(
  metrics: Metrics,
  host: string,
  port: number,
  log: Logger,
): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    if (request.url !== '/metrics') return answer(response, 404, 'The metrics are at /metrics.\n')
    if (request.method !== 'GET') return answer(response, 405, 'Use GET.\n', { Allow: 'GET' })
    metrics.text().then(
      (text) => answer(response, 200, text, { 'Content-Type': metrics.contentType }),
      (error: unknown) => {
        log.warn(kindOfError(error), 'collecting metrics failed')
        answer(response, 500, 'The metrics could not be collected.\n')
      },
    )
  })
  const settings = { hostSetting: 'METRICS_HOST', portSetting: 'METRICS_PORT' }
  const address = await bind(server, { host, port, ...settings })
  return {
    address: `${address}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function answer(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
) {
  response
    .writeHead(status, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
    })
    .end(body)
}
