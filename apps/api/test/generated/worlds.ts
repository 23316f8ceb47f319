import {
  type ApiContract,
  type Client,
  contract,
  createClient,
  type EndpointSpec,
} from '@commonhold/contract'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { ROOT_TENANT_ID } from '../../src/db/tenancy.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { createTenant, grantOnly } from '../world.ts'
import { countRowChanges, fingerprint, showOwnerEverything } from './database-view.ts'
import { Observer } from './observer.ts'
import type { Answer } from './reply-rules.ts'
import { watchRows } from './row-changes.ts'

/** A tenant with its owner, and a client of which every request is observed. */
export interface World {
  readonly worlds: Worlds
  readonly tenantId: string
  readonly user: TestUser
  readonly client: Client<ApiContract>
  /** Text in the records of this tenant that other tenants must never see. */
  readonly canary: string
  /** A text that contains the tenant's canary and that no record has yet. */
  unique(): string
}

/** A running service with three unrelated tenants. */
export interface Worlds {
  readonly service: TestService
  readonly observer: Observer
  readonly mine: World
  readonly other: World
  readonly root: World
  /** The last change of any stored row, except audit log and throttle: if it is equal before and after, nothing changed. */
  fingerprint(): Promise<string>
}

/** The parts of a request that do not follow from the contract. */
export interface Call {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>> | string
  readonly body?: unknown
  /** The body as text, if it is not the JSON of `body`. */
  readonly text?: string
  readonly headers?: Readonly<Record<string, string | null>>
  readonly token?: string | null
  readonly method?: string
  /**
   * True: a success without an audit entry, because nothing changes. `perhaps`: with or without one, because several requests
   * compete. `in steps`: with any number of them, because a change may include a move.
   */
  readonly changesNothing?: boolean | 'perhaps' | 'in steps'
  /** The service is made to fail. */
  readonly isOurError?: boolean
}

/** Settings of a service, as in the environment. */
type Settings = Record<string, string>

/** Opens the worlds for the tests of a file, and checks every answer against the contract and the audit log. */
export function useWorlds(starting: (settings: Settings) => Promise<TestService> = startService): Worlds {
  let open: Worlds | undefined
  const worlds = (): Worlds => {
    if (!open) throw new Error('the worlds open before the tests of the file')
    return open
  }
  beforeAll(async () => {
    open = await openWorlds(starting)
  })
  afterEach(async () => {
    const errors = await worlds().observer.takeErrors(worlds().service.database.sql)
    expect(errors.join('\n')).toBe('')
  })
  afterAll(async () => {
    await open?.service.stop()
  })
  return {
    get service() {
      return worlds().service
    },
    get observer() {
      return worlds().observer
    },
    get mine() {
      return worlds().mine
    },
    get other() {
      return worlds().other
    },
    get root() {
      return worlds().root
    },
    fingerprint: () => worlds().fingerprint(),
  }
}

/** Settings with which mails are queued. Nothing listens on this port; other tests are about sending. */
export const canQueueMail = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'no-reply@commonhold.test',
  APP_URL: 'https://app.commonhold.test',
  MAIL_RATE: '0',
}

async function openWorlds(starting: (settings: Settings) => Promise<TestService>): Promise<Worlds> {
  // The samples create many webhook endpoints in one tenant.
  const service = await starting({ ...canQueueMail, QUOTAS: 'webhook_endpoints=1000' })
  const observer = new Observer()
  const [ada, bob, operator] = [await service.signUp(), await service.signUp(), await service.signUp()]
  const [mine, other] = [
    await createTenant(service, { owners: [ada] }),
    await createTenant(service, { owners: [bob] }),
  ]
  await grantOnly(service, ROOT_TENANT_ID, operator, ['*'])
  await showOwnerEverything(service.database.sql)
  await watchRows(service.database.sql)
  await countRowChanges(service.database.sql)
  const guarded = (name: string, user: TestUser, tenantId: string): World => {
    const canary = `canary${name}`
    observer.guard(canary, user.token)
    return createWorld(() => worlds, { user, tenantId, canary })
  }
  const worlds: Worlds = {
    service,
    observer,
    mine: guarded('mine', ada, mine),
    other: guarded('other', bob, other),
    root: createWorld(() => worlds, { user: operator, tenantId: ROOT_TENANT_ID, canary: 'canaryroot' }),
    fingerprint: () => fingerprint(service.database.sql),
  }
  return worlds
}

/** A tenant as one of its users sees it. */
export function createWorld(
  worlds: () => Worlds,
  { user, tenantId, canary }: Pick<World, 'user' | 'tenantId' | 'canary'>,
): World {
  let serial = 0
  let client: Client<ApiContract> | undefined
  return {
    get worlds() {
      return worlds()
    },
    tenantId,
    user,
    canary,
    get client() {
      const { service, observer } = worlds()
      client ??= createClient(contract, {
        baseUrl: service.address,
        token: user.token,
        tenantId,
        fetch: observer.fetch,
        retries: 0,
        timeoutMs: 60_000,
      })
      return client
    },
    unique() {
      serial += 1
      return `${canary} n${String(serial).padStart(5, '0')}`
    },
  }
}

/** Sends a call, by default as the world's owner in the world's tenant. */
export function send(world: World, endpoint: EndpointSpec, call: Call): Promise<Answer> {
  const { service, observer } = world.worlds
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => call.params?.[name] ?? `no-${name}`)
  const url = new URL(service.address + path)
  url.search = typeof call.query === 'string' ? call.query : searchOf(call.query ?? {})
  const token = call.token === undefined ? world.user.token : call.token
  const body = call.text ?? encode(endpoint, call.body)
  const headers = headersOf({
    accept: 'application/json',
    ...(endpoint.permission === 'public'
      ? {}
      : { authorization: token === null ? null : `Bearer ${token}`, 'x-tenant-id': world.tenantId }),
    ...(body === undefined ? {} : { 'content-type': mediaTypeOf(endpoint) }),
    ...call.headers,
  })
  const method = call.method ?? endpoint.method.toUpperCase()
  // Sent as bytes, because fetch adds a content type to text.
  const bytes = body === undefined ? null : new TextEncoder().encode(body)
  return observer.send(new Request(url, { method, headers, body: bytes }), call)
}

/** The media type of the bodies that an operation accepts. */
export const mediaTypeOf = ({ bodyType }: EndpointSpec) =>
  bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'

function encode(endpoint: EndpointSpec, body: unknown): string | undefined {
  if (body === undefined) return undefined
  return endpoint.bodyType === 'form'
    ? new URLSearchParams(body as Record<string, string>).toString()
    : JSON.stringify(body)
}

function headersOf(values: Readonly<Record<string, string | null>>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(values)) if (value !== null) headers.set(name, value)
  return headers
}

/** A query string. A list repeats its parameter, except `sort`, which is a list with commas. */
export function searchOf(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    const isRepeated = Array.isArray(value) && name !== 'sort'
    for (const one of isRepeated ? value : [value]) search.append(name, String(one))
  }
  return search.toString()
}
