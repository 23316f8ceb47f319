import { type ApiContract, ApiProblem, type Client } from '@commonhold/contract'
import { afterAll, beforeAll } from 'vitest'
import { startService, type TestService } from '../service.ts'
import { createPerson, createTenant } from '../world.ts'

/** A tenant, and functions that create what a school needs. */
export interface SchoolWorld {
  readonly service: TestService
  readonly tenantId: string
  readonly client: Client<ApiContract>
  /** This and the following functions create a record and return its id. */
  person(): Promise<string>
  school(): Promise<string>
  /** A school year from August 2024 to July 2027. */
  year(): Promise<string>
  calendar(at?: { readonly school_id?: string; readonly calendar_id?: string }): Promise<string>
  gradeLevel(school_id?: string): Promise<string>
}

let serial = 0

/** Text that no record has yet. */
export function unique(prefix: string): string {
  serial += 1
  return `${prefix}_${serial}`
}

/** Opens a service with a tenant for the tests of a file. */
export function useSchoolWorld(): SchoolWorld {
  let service: TestService | undefined
  let tenantId = ''
  let token = ''
  beforeAll(async () => {
    service = await startService()
    const ada = await service.signUp()
    token = ada.token
    tenantId = await createTenant(service, { owners: [ada] })
  })
  afterAll(() => service?.stop())
  const running = () => {
    if (!service) throw new Error('the service starts before the tests of the file')
    return service
  }
  const world: SchoolWorld = {
    get service() {
      return running()
    },
    get tenantId() {
      return tenantId
    },
    get client() {
      return running().as(token, tenantId)
    },
    person: () => createPerson(running(), tenantId),
    school: async () => (await world.client.schools.create({ name: unique('School') })).id,
    year: async () =>
      (
        await world.client.schoolYears.create({
          name: unique('Year'),
          start: '2024-08-01',
          end: '2027-07-31',
        })
      ).id,
    calendar: async ({ school_id, calendar_id } = {}) =>
      (
        await world.client.schoolCalendars.create({
          name: unique('Calendar'),
          school_id: school_id ?? (await world.school()),
          calendar_id: calendar_id ?? (await world.year()),
        })
      ).id,
    gradeLevel: async (school_id) =>
      (
        await world.client.schoolGradeLevels.create({
          key: unique('grade'),
          name: 'Grade',
          ...(school_id === undefined ? {} : { school_id }),
        })
      ).id,
  }
  return world
}

/** Status, code and error places of a refusal. Any other outcome is returned as it is; `undefined` means success. */
export async function refusal(promise: Promise<unknown>) {
  const error: unknown = await promise.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  if (!(error instanceof ApiProblem)) return error
  const { status, code, problem } = error
  return [
    status,
    code,
    ...(problem.errors ?? []).map((fieldError) => `${fieldError.pointer} ${fieldError.code}`),
  ]
}

/** One member of the problem of a refused call. */
export async function factOf(promise: Promise<unknown>, name: string): Promise<unknown> {
  const error: unknown = await promise.catch((caught: unknown) => caught)
  return error instanceof ApiProblem ? error.problem[name] : undefined
}
