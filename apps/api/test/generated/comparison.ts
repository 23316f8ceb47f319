import { type EndpointSpec, isUlid } from '@commonhold/contract'
import { afterAll, beforeAll, expect } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import type { TestUser } from '../service.ts'
import { grantOnly } from '../world.ts'
import { type Census, fillTenant } from './hidden-world.ts'
import type { Answer } from './reply-rules.ts'
import { type Call, send, type World, type Worlds } from './worlds.ts'

/** Which tenant: the one with secrets, or the one without. */
export type Side = 'secret' | 'plain'

/** Two tenants that differ in hidden members only, and a user of both who may not read those. */
export interface Comparison {
  readonly reader: TestUser
  readonly worlds: Readonly<Record<Side, World>>
  readonly visible: Readonly<Record<Side, Census>>
  /** What only the tenant with secrets holds. */
  readonly hidden: Census
  /** A value of the tenant with secrets as it is in the other: the id of the record at the same place, if there is one. */
  counterpartOf(value: unknown): unknown
  /** Sends a call to a tenant, as the reader. */
  send(side: Side, endpoint: EndpointSpec, call: Call): Promise<Answer>
  /** Sends a call to each tenant; the answers must not tell them apart. */
  compare(endpoint: EndpointSpec, callOf: (side: Side) => Call): Promise<Readonly<Record<Side, Answer>>>
}

/** Fills the tenants before the tests of a file, and prints how many answers were compared after them. */
export function useComparison(worlds: Worlds): () => Comparison {
  let open: Comparison | undefined
  let compared = 0
  beforeAll(async () => {
    const reader = await worlds.service.signUp()
    const { mine: secret, other: plain } = worlds
    const [withSecrets, without] = [await fillTenant(secret, true), await fillTenant(plain, false)]
    for (const { tenantId, canary } of [secret, plain]) {
      worlds.observer.guard(canary, reader.token)
      const granted = ['persons:read', 'persons:write', 'persons:delete', 'assets:read']
      await grantOnly(worlds.service, tenantId, reader, granted)
    }
    const visible = { secret: withSecrets.visible, plain: without.visible }
    const sides = { secret, plain }
    const ask = (side: Side, endpoint: EndpointSpec, call: Call) =>
      send(sides[side], endpoint, { ...call, token: reader.token, changesNothing: 'perhaps' })
    open = {
      reader,
      worlds: sides,
      visible,
      hidden: withSecrets.hidden,
      send: ask,
      counterpartOf: (value) => {
        const at = idsIn(visible.secret).indexOf(String(value))
        if (at >= 0) return idsIn(visible.plain)[at]
        return isUlid(String(value)) ? newId() : value
      },
      async compare(endpoint, callOf) {
        const [ofSecret, ofPlain] = await Promise.all([
          ask('secret', endpoint, callOf('secret')),
          ask('plain', endpoint, callOf('plain')),
        ])
        const answers = { secret: ofSecret, plain: ofPlain }
        compared += 1
        const what = `${endpoint.operationId} ${JSON.stringify(callOf('secret'))}\n`
        expect(what + comparable(answers.secret, visible.secret)).toBe(
          what + comparable(answers.plain, visible.plain),
        )
        return answers
      },
    }
  })
  afterAll(() => {
    process.stdout.write(`hidden members: ${compared} pairs of answers compared\n`)
  })
  return () => {
    if (!open) throw new Error('the tenants are filled before the tests of the file')
    return open
  }
}

/** The ids of records in the order of creation. */
const idsIn = ({ persons, identities, contacts }: Census) => [
  ...persons,
  ...identities.map(({ identity_id }) => identity_id),
  ...contacts,
]

/** An answer without what no two tenants have in common: ids, times, versions and the digests in cursors. */
function comparable({ status, headers, text }: Answer, visible: Census): string {
  const names = new Map(idsIn(visible).map((id, at) => [id, `record ${at}`]))
  const links = decodeURIComponent(
    (headers.get('link') ?? '').replaceAll(
      /cursor=([\w-]+)/g,
      (_, cursor: string) => `cursor=${encodeURIComponent(valuesIn(cursor))}`,
    ),
  )
  return [status, headers.get('total-count'), links, text]
    .join('\n')
    .replaceAll(/[0-7][0-9A-HJKMNP-TV-Z]{25}/g, (id) => names.get(id) ?? 'an id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
    .replaceAll(/"version":\d+/g, '"version":1')
    .replaceAll(/"request_id":"[^"]*"/g, '"request_id":""')
}

/** The sort values in a cursor. */
function valuesIn(cursor: string): string {
  const [, ...values]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  return JSON.stringify(values)
}

/** Where the next page starts; undefined where there is none. */
export const nextCursor = ({ headers }: Answer) =>
  /[?&]cursor=([\w-]+)[^>]*>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
