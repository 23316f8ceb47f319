import { type EndpointSpec, isUlid } from '@commonhold/contract'
import { afterAll, beforeAll, expect } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import type { TestUser } from '../service.ts'
import { grantOnly } from '../world.ts'
import { type Census, fillTenant } from './hidden-world.ts'
import type { Answer } from './reply-rules.ts'
import { type Call, send, type World, type Worlds } from './worlds.ts'

/** One of two tenants: the one with secrets, or the one without. */
export type Side = 'secret' | 'plain'

/** Two tenants that differ only in hidden members, and a user of both who may not read these. */
export interface Comparison {
  readonly reader: TestUser
  readonly worlds: Readonly<Record<Side, World>>
  readonly visible: Readonly<Record<Side, Census>>
  /** The records that only the tenant with secrets has. */
  readonly hidden: Census
  /**
   * The counterpart of a value in the tenant without secrets: for an id, that of the record at the same position, if there is
   * one.
   */
  counterpartOf(value: unknown): unknown
  /** Sends a call to a tenant as the reader. */
  send(side: Side, endpoint: EndpointSpec, call: Call): Promise<Answer>
  /** Sends a call to each tenant, and expects answers that do not reveal the difference. */
  compare(endpoint: EndpointSpec, callOf: (side: Side) => Call): Promise<Readonly<Record<Side, Answer>>>
}

/** Fills the tenants before the tests of a file. Prints afterwards how many answers were compared. */
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
    const request = (side: Side, endpoint: EndpointSpec, call: Call) =>
      send(sides[side], endpoint, { ...call, token: reader.token, changesNothing: 'perhaps' })
    open = {
      reader,
      worlds: sides,
      visible,
      hidden: withSecrets.hidden,
      send: request,
      counterpartOf: (value) => {
        const at = idsIn(visible.secret).indexOf(String(value))
        if (at >= 0) return idsIn(visible.plain)[at]
        return isUlid(String(value)) ? newId() : value
      },
      async compare(endpoint, callOf) {
        const [ofSecret, ofPlain] = await Promise.all([
          request('secret', endpoint, callOf('secret')),
          request('plain', endpoint, callOf('plain')),
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

/** An answer without the values that always differ between tenants: ids, times, versions and the digests in cursors. */
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

/** The cursor of the next page; `undefined` on the last page. */
export const nextCursor = ({ headers }: Answer) =>
  /[?&]cursor=([\w-]+)[^>]*>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
