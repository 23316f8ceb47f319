import { ApiProblem } from '@commonhold/contract'
import { afterAll, beforeAll } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { createTenant, grantOnly } from '../world.ts'

/** Status, code and pointers of a refusal; the answer if the request succeeded. */
export async function refusal(promise: Promise<unknown>): Promise<unknown> {
  try {
    return await promise
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    const pointers = error.problem.errors?.map(({ pointer, code }) => `${pointer} ${code}`)
    return [error.status, error.code, ...(pointers ? [pointers] : [])]
  }
}

/** The problem of a refused request; `undefined` if it succeeded. */
export async function problemOf(promise: Promise<unknown>): Promise<ApiProblem['problem'] | undefined> {
  try {
    await promise
    return undefined
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    return error.problem
  }
}

let keys = 0

/** A configuration key that no record has yet. */
export const newKey = () => {
  keys += 1
  return `k${keys}`
}

/** A tenant with an owner. */
export async function openDesk(service: TestService) {
  const owner = await service.signUp()
  const tenantId = await createTenant(service, { owners: [owner] })
  const client = service.as(owner.token, tenantId)
  /** A member with only these permissions, in the whole tenant or in one project. */
  const member = async (permissions: readonly string[], projectId: string | null = null) => {
    const user: TestUser = await service.signUp()
    await grantOnly(service, tenantId, user, permissions, projectId)
    return { ...user, client: service.as(user.token, tenantId) }
  }
  const newIssue = (body: object = {}) => client.issues.create({ title: `Issue ${newId()}`, ...body })
  return { service, owner, tenantId, client, member, newIssue }
}

export type Desk = Awaited<ReturnType<typeof openDesk>>

/** Starts a service with a desk, for the tests of the file. */
export function useDesk(): Desk {
  let open: Desk | undefined
  const desk = (): Desk => {
    if (!open) throw new Error('the desk opens before the tests of the file')
    return open
  }
  beforeAll(async () => {
    open = await openDesk(await startService())
  })
  afterAll(() => open?.service.stop())
  return {
    get service() {
      return desk().service
    },
    get owner() {
      return desk().owner
    },
    get tenantId() {
      return desk().tenantId
    },
    get client() {
      return desk().client
    },
    get member() {
      return desk().member
    },
    get newIssue() {
      return desk().newIssue
    },
  }
}
