import { contract, createClient } from '@commonhold/contract'
import type { signUp } from './stack.ts'

type Signed = Awaited<ReturnType<typeof signUp>>

/** Prepares an operation, and returns the one request that is measured. */
export type Operation = () => Promise<() => Promise<unknown>>

/** An operation without preparation. */
const request =
  (run: () => Promise<unknown>): Operation =>
  async () =>
    run

/** Everyday operations by name, in a new tenant of the user. */
export async function everydayOperations(
  address: string,
  { token, client: stranger }: Signed,
): Promise<Record<string, Operation>> {
  const { id: tenantId } = await stranger.tenants.create({ name: 'Everyday' })
  const client = createClient(contract, { baseUrl: address, token, tenantId })
  let count = 0
  const next = () => {
    count += 1
    return count
  }
  const [type] = await client.locationTypes.list({ limit: 1 })
  if (!type) throw new Error('a new tenant has no location types')
  const model = await client.assetModels.create({ name: 'Laptop', tracking_type: 'serialized' })
  const { id: location_id } = await client.locations.create({ name: 'Room 1', type_id: type.id })
  const identity = { first_name: 'Ada', last_name: 'Lovelace' }
  const { id: person_id } = await client.persons.create({ identity })
  const newAsset = () =>
    client.assets.create({ model_id: model.id, name: 'Laptop', serial_number: `S-${next()}` })
  const { id: asset_id } = await newAsset()
  const { id: issue_id } = await client.issues.create({ title: 'The printer is out of paper' })
  const open = async () => (await client.issues.create({ title: `Door ${next()}` })).id
  return {
    'GET /me': request(() => client.me.get()),
    'GET /assets/{asset_id}': request(() => client.assets.get({ asset_id })),
    'GET /assets': request(() => client.assets.list({ limit: 50 })),
    'GET /assets, include': request(() =>
      client.assets.list({ limit: 50, include: ['model', 'location', 'person'] }),
    ),
    'POST /assets': request(newAsset),
    'PATCH /assets/{asset_id}': request(() =>
      client.assets.update({ asset_id }, { notes: `Note ${next()}` }),
    ),
    'POST /assets/{asset_id}/retire': async () => {
      const { id } = await newAsset()
      return () => client.assets.retire({ asset_id: id }, { reason: 'Too old' })
    },
    'POST /asset-circulations, issue': async () => {
      const { id } = await newAsset()
      return () => client.assetCirculations.create({ asset_id: id, circulation_type: 'issue', person_id })
    },
    'POST /asset-circulations, return': async () => {
      const { id } = await newAsset()
      await client.assetCirculations.create({ asset_id: id, circulation_type: 'issue', person_id })
      return () => client.assetCirculations.create({ asset_id: id, circulation_type: 'return' })
    },
    'POST /persons': request(() => client.persons.create({ identity })),
    'PATCH /persons/{person_id}': request(() =>
      client.persons.update({ person_id }, { external_id: `P-${next()}` }),
    ),
    'POST /locations': request(() => client.locations.create({ name: `Room ${next()}`, type_id: type.id })),
    'PATCH /locations/{location_id}': request(() =>
      client.locations.update({ location_id }, { name: `Room A${next()}` }),
    ),
    'DELETE /locations/{location_id}': async () => {
      const { id } = await client.locations.create({ name: `Room ${next()}`, type_id: type.id })
      return () => client.locations.delete({ location_id: id })
    },
    'GET /issues/{issue_id}': request(() => client.issues.get({ issue_id })),
    'GET /issues': request(() => client.issues.list({ limit: 50 })),
    'POST /issues': request(open),
    'PATCH /issues/{issue_id}': request(() =>
      client.issues.update({ issue_id }, { title: `Printer ${next()}` }),
    ),
    'POST /issues/{issue_id}/transition': async () => {
      const id = await open()
      return () => client.issues.transition({ issue_id: id }, { to_status: 'in_progress' })
    },
    'POST /issues/{issue_id}/comments': request(() =>
      client.issues.comments.create({ issue_id }, { body: `Comment ${next()}` }),
    ),
  }
}
