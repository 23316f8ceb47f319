import {
  type ApiContract,
  ApiProblem,
  type Client,
  type Relationship,
  type RelationshipCreate,
} from '@commonhold/contract'
import { afterAll, beforeAll } from 'vitest'
import { startService, type TestService } from '../service.ts'
import { createTenant } from '../world.ts'

type Answer = { readonly ok: true } | { readonly ok: false; readonly error: Error }
type Said = RelationshipCreate['relationship_type']

/** Starts a service with a separate tenant for the tests of a file. */
export function useItems() {
  let service: TestService
  let client: Client<ApiContract>
  let tenantId = ''
  let serial = 0
  beforeAll(async () => {
    service = await startService()
    const ada = await service.signUp()
    tenantId = await createTenant(service, { owners: [ada] })
    client = service.as(ada.token, tenantId)
  })
  afterAll(() => service.stop())

  const items = {
    get client() {
      return client
    },
    get tenantId() {
      return tenantId
    },
    get service() {
      return service
    },
    /** Creates items and returns their ids. */
    async make(count: number): Promise<[string, string, string, string, string, ...string[]]> {
      const made: string[] = []
      for (let n = 0; n < count; n += 1) {
        serial += 1
        made.push((await client.configurationItems.create({ name: `item ${serial}` })).id)
      }
      // The type promises five ids; no test uses more than it requested.
      return made as [string, string, string, string, string, ...string[]]
    },
    relate: (ci_id: string, relationship_type: Said, target_id: string, weight = 10): Promise<Relationship> =>
      client.configurationItems.relationships.create({ ci_id }, { target_id, relationship_type, weight }),
    tryRelate: (ci_id: string, relationship_type: Said, target_id: string) =>
      client.configurationItems.relationships.create.safe({ ci_id }, { target_id, relationship_type }),
    /** The items that are reached from an item, as `[id, depth]`, nearest first. */
    async impact(ci_id: string, query: { direction?: 'downstream' | 'upstream'; depth?: number } = {}) {
      const reached = await client.configurationItems.impact.list({ ci_id }, query)
      return reached.map(({ ci, depth }) => [ci.id, depth] as const)
    },
    problemOf: (answer: Answer) =>
      answer.ok || !(answer.error instanceof ApiProblem) ? undefined : answer.error.problem,
    errorsOf: (answer: Answer): string[] =>
      (items.problemOf(answer)?.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`),
  }
  return items
}
