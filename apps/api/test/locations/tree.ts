import type { ApiContract, Client, Location, LocationCreate, LocationUpdate } from '@commonhold/contract'
import { ApiProblem } from '@commonhold/contract'
import { afterAll, beforeAll } from 'vitest'
import { startService, type TestService } from '../service.ts'
import { startUntilWaiting } from '../waiting.ts'
import { createTenant } from '../world.ts'

type Answer = { readonly ok: true } | { readonly ok: false; readonly error: Error }

/** Starts a service with a separate tenant and a location type for the tests of a file. */
export function useTree() {
  let service: TestService
  let client: Client<ApiContract>
  let tenantId = ''
  let type = ''
  let serial = 0
  beforeAll(async () => {
    service = await startService()
    const ada = await service.signUp()
    tenantId = await createTenant(service, { owners: [ada] })
    client = service.as(ada.token, tenantId)
    type = (await client.locationTypes.create({ name: 'Anything' })).id
  })
  afterAll(() => service.stop())

  const tree = {
    get client() {
      return client
    },
    get type() {
      return type
    },
    unique() {
      serial += 1
      return `place ${serial}`
    },
    make: (members: Partial<LocationCreate>): Promise<Location> =>
      client.locations.create({ name: tree.unique(), type_id: type, ...members }),
    update: ({ id }: { readonly id: string }, members: LocationUpdate): Promise<Location> =>
      client.locations.update({ location_id: id }, members),
    /** Creates locations, each within the previous one. */
    async chain(length: number): Promise<[Location, Location, Location, ...Location[]]> {
      const made: Location[] = []
      for (let level = 0; level < length; level += 1)
        made.push(await tree.make({ parent_id: made.at(-1)?.id ?? null }))
      // The type promises three locations; no test uses more than it requested.
      return made as [Location, Location, Location, ...Location[]]
    },
    /** The ids of all locations within a location, sorted. */
    async below({ id }: { readonly id: string }): Promise<string[]> {
      return (await client.locations.list({ ancestor_id: id })).map((row) => row.id).sort()
    },
    problemOf: (answer: Answer) =>
      answer.ok || !(answer.error instanceof ApiProblem) ? undefined : answer.error.problem,
    errorsOf: (answer: Answer): string[] =>
      (tree.problemOf(answer)?.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`),
    /**
     * Starts requests one after the other while a lock of the location blocks references to it. Each request ends or waits before
     * the next one starts. Also returns the types of the locks that were waited for after each start.
     */
    async whileHeld<T>(
      { id }: { readonly id: string },
      starts: readonly (() => Promise<T>)[],
    ): Promise<{ answers: T[]; waits: (readonly string[])[] }> {
      const { sql } = service.database
      const running: Promise<T>[] = []
      const waits: (readonly string[])[] = []
      await sql.begin(async (tx) => {
        await tx`select commonhold_select_tenant(${tenantId})`
        await tx`select from locations where id = ${id} for update`
        for (const start of starts) {
          const { answer, kinds } = await startUntilWaiting(sql, start, running.length + 1)
          running.push(answer)
          waits.push(kinds)
        }
      })
      return { answers: await Promise.all(running), waits }
    },
    /** The rows by which the table of ancestors differs from the parents of the locations. */
    async strays(): Promise<unknown[]> {
      return service.database.sql.begin(async (sql) => {
        await sql`select commonhold_select_tenant(${tenantId})`
        return [
          ...(await sql`
          with recursive reach (tenant_id, location_id, ancestor_id, distance) as (
            select tenant_id, id, id, 0 from locations
            union all
            select r.tenant_id, r.location_id, l.parent_id, r.distance + 1
              from reach r join locations l on l.tenant_id = r.tenant_id and l.id = r.ancestor_id
             where l.parent_id is not null and r.distance < 100
          ), held as (select tenant_id, location_id, ancestor_id, distance from location_ancestors)
          (select 'missing', * from (select * from reach except select * from held) m)
          union all
          (select 'surplus', * from (select * from held except select * from reach) s)`),
        ]
      })
    },
  }
  return tree
}
