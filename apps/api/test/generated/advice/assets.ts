import type { Desk } from '../../work/desk.ts'
import { createPerson } from '../../world.ts'
import { type AdviceCase, newName, nothing } from './advice.ts'

const LATER = '2999-01-01'

async function newAsset({ client }: Desk): Promise<string> {
  const { id: model_id } = await client.assetModels.create({ name: newName(), tracking_type: 'serialized' })
  return (await client.assets.create({ model_id, name: newName(), serial_number: newName() })).id
}

/** An asset that is assigned to a person, by default from today, and a second person to assign it to. */
async function assigned(desk: Desk, start_date?: string) {
  const { client, service, tenantId } = desk
  const asset_id = await newAsset(desk)
  const [holder, next] = [await createPerson(service, tenantId), await createPerson(service, tenantId)]
  const day = start_date ? { start_date } : {}
  const { id: assignment_id } = await client.assetAssignments.create({ asset_id, person_id: holder, ...day })
  const assign = (transfer = {}) =>
    client.assetAssignments.create({ asset_id, person_id: next, ...day, ...transfer })
  return { asset_id, assignment_id, holder, next, assign }
}

/** Assigning an asset after this move. */
const outOfUse = (move: 'retire' | 'archive' | 'markLost' | 'markStolen'): AdviceCase => ({
  name: `an asset that is not in use (${move})`,
  code: 'asset_not_active',
  advice: /Restore it first, with POST/,
  arrange: async (desk) => {
    const [asset_id, person_id] = [await newAsset(desk), await createPerson(desk.service, desk.tenantId)]
    await desk.client.assets[move]({ asset_id })
    return {
      send: () => desk.client.assetAssignments.create({ asset_id, person_id }),
      named: { params: { asset_id } },
    }
  },
})

const disposed = async (desk: Desk) => {
  const asset_id = await newAsset(desk)
  await desk.client.assets.dispose({ asset_id })
  return asset_id
}

export const assetAdvice: readonly AdviceCase[] = [
  {
    name: 'an asset that somebody has',
    code: 'asset_already_assigned',
    advice: /Close that assignment with POST/,
    arrange: async (desk) => {
      const { assignment_id, assign } = await assigned(desk)
      return { send: assign, named: { params: { assignment_id } } }
    },
  },
  {
    name: 'an asset that somebody has and hands on',
    code: 'asset_already_assigned',
    advice: /or send transfer: true/,
    arrange: async (desk) => {
      const { assign } = await assigned(desk)
      return { send: assign, instead: () => assign({ transfer: true }) }
    },
  },
  {
    name: 'an asset that somebody will have',
    code: 'asset_already_assigned',
    advice: /Cancel that assignment with DELETE/,
    arrange: async (desk) => {
      const { assignment_id, assign } = await assigned(desk, LATER)
      return { send: assign, named: { params: { assignment_id } } }
    },
  },
  {
    name: 'closing what has not begun',
    code: 'invalid_transition',
    advice: /Cancel it with DELETE/,
    arrange: async (desk) => {
      const { assignment_id } = await assigned(desk, LATER)
      return {
        send: () => desk.client.assetAssignments.close({ assignment_id }),
        named: { params: { assignment_id } },
        instead: nothing,
      }
    },
  },
  {
    name: 'calling off what has begun',
    code: 'invalid_transition',
    advice: /Close it with POST/,
    arrange: async (desk) => {
      const { assignment_id } = await assigned(desk)
      return {
        send: () => desk.client.assetAssignments.delete({ assignment_id }),
        named: { params: { assignment_id } },
        instead: nothing,
      }
    },
  },
  ...(['retire', 'archive', 'markLost', 'markStolen'] as const).map(outOfUse),
  {
    name: 'an asset that was disposed of',
    code: 'asset_not_active',
    advice: /final\. Use another asset/,
    arrange: async (desk) => {
      const [asset_id, person_id] = [await disposed(desk), await createPerson(desk.service, desk.tenantId)]
      const assign = (id: string) => desk.client.assetAssignments.create({ asset_id: id, person_id })
      return { send: () => assign(asset_id), instead: async () => assign(await newAsset(desk)) }
    },
  },
  {
    name: 'the repair of an asset that was disposed of',
    code: 'asset_not_active',
    advice: /final\. Repair another asset/,
    arrange: async (desk) => {
      const asset_id = await disposed(desk)
      const repair = (id: string) => desk.client.assetRepairs.create({ asset_id: id, title: 'Hinge' })
      return { send: () => repair(asset_id), instead: async () => repair(await newAsset(desk)) }
    },
  },
  {
    name: 'an archived asset',
    code: 'invalid_transition',
    advice: /Use one of `allowed_operations`/,
    arrange: async (desk) => {
      const asset_id = await newAsset(desk)
      await desk.client.assets.archive({ asset_id })
      return {
        send: () => desk.client.assets.update({ asset_id }, { notes: 'dented' }),
        follow: () => desk.client.assets.restore({ asset_id }),
      }
    },
  },
  {
    name: 'an asset that was disposed of and archived',
    code: 'invalid_transition',
    advice: /Use one of `allowed_operations`/,
    arrange: async (desk) => {
      const asset_id = await disposed(desk)
      await desk.client.assets.archive({ asset_id })
      return {
        send: () => desk.client.assets.update({ asset_id }, { notes: 'sold' }),
        follow: () => desk.client.assets.restore({ asset_id }),
      }
    },
  },
  {
    name: 'a return by somebody else',
    code: 'wrong_holder',
    advice: /Send one of `holder_ids`/,
    arrange: async (desk) => {
      const { asset_id, holder, next } = await assigned(desk)
      const returnAsset = (person_id: string) =>
        desk.client.assetCirculations.create({ asset_id, circulation_type: 'return', person_id })
      return { send: () => returnAsset(next), instead: () => returnAsset(holder) }
    },
  },
  {
    name: 'a return by somebody else that is recorded anyway',
    code: 'wrong_holder',
    advice: /send `"force": true`/,
    arrange: async (desk) => {
      const { asset_id, next } = await assigned(desk)
      const returnAsset = (force = {}) =>
        desk.client.assetCirculations.create({
          asset_id,
          circulation_type: 'return',
          person_id: next,
          ...force,
        })
      return { send: returnAsset, instead: () => returnAsset({ force: true }) }
    },
  },
  {
    name: 'how assets of a model are tracked',
    code: 'dependent_item_exists',
    advice: /Create another model/,
    arrange: async ({ client }) => {
      const { id: asset_model_id } = await client.assetModels.create({
        name: newName(),
        tracking_type: 'serialized',
      })
      await client.assets.create({
        model_id: asset_model_id,
        name: newName(),
        serial_number: newName(),
      })
      return {
        send: () => client.assetModels.update({ asset_model_id }, { tracking_type: 'countable' }),
        instead: () => client.assetModels.create({ name: newName(), tracking_type: 'countable' }),
      }
    },
  },
  {
    name: 'a model that has assets',
    code: 'dependent_item_exists',
    advice: /Still in use by 1 asset\. Remove them first/,
    arrange: async ({ client }) => {
      const { id: asset_model_id } = await client.assetModels.create({
        name: newName(),
        tracking_type: 'serialized',
      })
      const { id: asset_id } = await client.assets.create({
        model_id: asset_model_id,
        name: newName(),
        serial_number: newName(),
      })
      return {
        send: () => client.assetModels.delete({ asset_model_id }),
        follow: () => client.assets.delete({ asset_id }),
      }
    },
  },
]
