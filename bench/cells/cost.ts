import autocannon from 'autocannon'
import { median, rounded } from '../stack.ts'
import type { Cell } from './cell.ts'
import { askHost } from './host.ts'
import type { Router } from './router.ts'

const CONNECTIONS = 8
const ROUNDS = 11
const SECONDS = 1
const WARM_UP = 4
/** Requests over a single connection, directly and through the router alternately. */
const ASKED = 1_000

const operations = ['get', 'list', 'create'] as const
type Operation = (typeof operations)[number]

/** The cost of the router: throughput at 8 connections and p50 at one connection, as ratios to direct requests. */
export async function cost({ port }: Router, { stack, tenant }: Cell) {
  const direct = Number(new URL(stack.address).port)
  const figures: Record<string, unknown> = {}
  for (const operation of operations) {
    const request = requestOf(operation, tenant)
    for (const way of [direct, port]) await load(way, request, WARM_UP)
    const shares: number[] = []
    for (let round = 1; round <= ROUNDS; round += 1) {
      const rates = { base: 0, routed: 0 }
      // The order alternates, so that no target is always measured second.
      const turns = [
        async () => {
          rates.base = await load(direct, request, SECONDS)
        },
        async () => {
          rates.routed = await load(port, request, SECONDS)
        },
      ]
      for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn()
      const { base, routed } = rates
      shares.push(routed / base)
      process.stdout.write(
        `${operation} ${round}/${ROUNDS}: direct ${Math.round(base)}/s, routed ${Math.round(routed)}/s, ${rounded(routed / base)}\n`,
      )
    }
    const times: [number[], number[]] = [[], []]
    for (let n = 0; n < ASKED; n += 1) {
      times[0].push(await timeOf(direct, request))
      times[1].push(await timeOf(port, request))
    }
    const [base, routed] = [median(times[0]), median(times[1])]
    figures[operation] = {
      throughput: rounded(median(shares)),
      p50: rounded(routed / base),
      p50_direct_ms: rounded(base),
      p50_routed_ms: rounded(routed),
    }
  }
  return figures
}

interface LoadRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly host: string
  readonly headers: Readonly<Record<string, string>>
  /** The body; each request replaces `[<id>]` in it with a different text. */
  readonly body?: string
}

function requestOf(operation: Operation, { host, token, id, modelId, assetId }: Cell['tenant']): LoadRequest {
  const common = { host, headers: { authorization: `Bearer ${token}`, 'x-tenant-id': id } }
  if (operation === 'get') return { ...common, method: 'GET', path: `/assets/${assetId}` }
  if (operation === 'list') return { ...common, method: 'GET', path: '/assets?limit=50' }
  const body = JSON.stringify({ model_id: modelId, name: 'Made by the bench', serial_number: '[<id>]' })
  return { ...common, method: 'POST', path: '/assets', body }
}

/** Requests per second. Throws if any answer is not a success. */
async function load(
  port: number,
  { method, path, host, headers, body }: LoadRequest,
  seconds: number,
): Promise<number> {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}${path}`,
    method,
    headers: { ...headers, host, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body, idReplacement: true }),
    connections: CONNECTIONS,
    duration: seconds,
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${method} ${path}: ${result.non2xx} refused, ${result.errors} failed`)
  return result['2xx'] / result.duration
}

let serial = 0
/** Milliseconds of one request. */
async function timeOf(port: number, { method, path, host, headers, body }: LoadRequest): Promise<number> {
  serial += 1
  const json = body && JSON.parse(body.replaceAll('[<id>]', `One-${serial}`))
  const answer = await askHost(port, host, `${method} ${path}`, { headers, ...(json && { json }) })
  if (answer.status < 200 || answer.status > 299)
    throw new Error(`${method} ${path} was answered with ${answer.status}`)
  return answer.milliseconds
}
