import { operationGroups } from '@commonhold/contract'
import { newId } from '../../../src/base/ids.ts'
import { createRecord, recordCall, recordIn, sampleOf } from '../calls.ts'
import { type GroupName, operationNamed } from '../operations.ts'
import type { ListCall, SamplesOf } from '../sample.ts'
import { send, type World } from '../worlds.ts'

type Recorded = keyof typeof operationGroups.histories & GroupName

/** How records of a group are created and changed. */
interface Making {
  readonly make: (world: World) => Promise<string>
  readonly change: (world: World, id: string) => Promise<unknown>
}

/** Uses the sample of the group. Records of a ledger are not changed. */
const bySample = (group: Recorded): Making => ({
  make: async (world) => (await createRecord(world, group)).id,
  change: async (world, id) => {
    const body = await sampleOf(group).patch?.(world)
    if (body)
      recordIn(
        await send(world, operationNamed(group, 'update').endpoint, { ...recordCall(group, id), body }),
      )
  },
})

/** The webhook endpoint of each tenant whose history is read. */
const endpointOf = new Map<string, string>()

/** Records that are created below another one, or by a special operation. */
const made: Partial<Record<Recorded, Making>> = {
  identities: {
    make: async (world) => {
      const { id: person_id } = await world.client.persons.create({})
      const identity = { identity_type: 'preferred', first_name: 'Kim', last_name: world.unique() } as const
      return (await world.client.persons.identities.create({ person_id }, identity)).id
    },
    change: (world, identity_id) =>
      world.client.identities.update({ identity_id }, { last_name: world.unique() }),
  },
  relationships: {
    make: async (world) => {
      const [ci_id, target_id] = [
        (await createRecord(world, 'configurationItems')).id,
        (await createRecord(world, 'configurationItems')).id,
      ]
      const relationship = { target_id, relationship_type: 'uses' } as const
      return (await world.client.configurationItems.relationships.create({ ci_id }, relationship)).id
    },
    change: (world, relationship_id) =>
      world.client.relationships.update({ relationship_id }, { description: world.unique() }),
  },
  invitations: {
    make: async (world) =>
      (await world.client.invitations.create({ email: `${newId().toLowerCase()}@example.org` })).id,
    change: (world, invitation_id) => world.client.invitations.resend({ invitation_id }),
  },
  webhookEndpoints: {
    // Reused, because by default a tenant may have only ten.
    make: async ({ client, tenantId }) => {
      const url = 'https://receiver.example.org/history'
      const id =
        endpointOf.get(tenantId) ?? (await client.webhookEndpoints.create({ url, enabled: false })).id
      endpointOf.set(tenantId, id)
      return id
    },
    change: (world, webhook_endpoint_id) =>
      world.client.webhookEndpoints.update({ webhook_endpoint_id }, { description: world.unique() }),
  },
  contacts: {
    make: async (world) => {
      const { id: person_id } = await world.client.persons.create({})
      const contact = { type: 'other', label: 'work', value: world.unique() } as const
      return (await world.client.persons.contacts.create({ person_id }, contact)).id
    },
    change: (world, contact_id) => world.client.contacts.update({ contact_id }, { value: world.unique() }),
  },
}

/** The list of a record's history with a few entries. */
function historyOf(group: Recorded): ListCall {
  const { make, change } = made[group] ?? bySample(group)
  return {
    call: async (world) => {
      const id = await make(world)
      for (let times = 0; times < 3; times += 1) await change(world, id)
      return recordCall(group, id)
    },
    more: (world, { params }) => change(world, Object.values(params ?? {})[0] ?? ''),
  }
}

const kinds = Object.keys(operationGroups.histories) as Recorded[]

export const historySamples: SamplesOf<'histories'> = {
  histories: {
    // A list for each group, by name.
    others: Object.fromEntries(kinds.map((kind) => [kind, historyOf(kind)])) as Record<Recorded, ListCall>,
  },
}
