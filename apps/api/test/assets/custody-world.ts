import type { ApiContract, Client, Problem } from '@commonhold/contract'
import { startService, type TestService } from '../service.ts'
import { createPerson, createTenant } from '../world.ts'

/** A service with one tenant, and functions that create what assets need. */
export interface CustodyWorld {
  readonly service: TestService
  readonly tenantId: string
  readonly client: Client<ApiContract>
  serialized(): Promise<string>
  stock(quantity: number): Promise<string>
  person(): Promise<string>
  location(parent_id?: string): Promise<string>
}

let serial = 0

/** A name that no record has yet. */
export function newName(): string {
  serial += 1
  return `thing ${serial}`
}

export async function openCustody(): Promise<CustodyWorld> {
  const service = await startService()
  const user = await service.signUp()
  const tenantId = await createTenant(service, { owners: [user] })
  const client = service.as(user.token, tenantId)
  const [laptop, cable, room] = [
    await client.assetModels.create({ name: 'Laptop', tracking_type: 'serialized' }),
    await client.assetModels.create({ name: 'Cable', tracking_type: 'countable' }),
    await client.locationTypes.create({ name: 'Cupboard' }),
  ]
  return {
    service,
    tenantId,
    client,
    serialized: async () =>
      (await client.assets.create({ model_id: laptop.id, name: newName(), serial_number: newName() })).id,
    stock: async (quantity) =>
      (await client.assets.create({ model_id: cable.id, name: newName(), quantity })).id,
    person: () => createPerson(service, tenantId),
    location: async (parent_id) =>
      (
        await client.locations.create({
          name: newName(),
          type_id: room.id,
          ...(parent_id ? { parent_id } : {}),
        })
      ).id,
  }
}

type Result = { readonly ok: true } | { readonly ok: false; readonly error: unknown }

/** The problem of a refused call. Throws if the call succeeded. */
export function refusal(result: Result): Problem {
  if (result.ok) throw new Error('the call was not refused')
  const { problem } = result.error as { problem?: Problem }
  if (!problem) throw result.error
  return problem
}

/** Pointers and codes of the errors in a refusal. */
export const errorsIn = (result: Result): string[] =>
  (refusal(result).errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`)
