import type { World } from '../worlds.ts'
import { newKey } from './issue-parts.ts'

const particulars = new WeakMap<World, ReturnType<typeof makeParticulars>>()

/** Members of an issue that are stored outside its row; created once per world. */
export function particularsOf(world: World) {
  const made = particulars.get(world) ?? makeParticulars(world)
  particulars.set(world, made)
  return made
}

async function makeParticulars(world: World) {
  const name = world.unique()
  const model = await world.client.assetModels.create({ name, tracking_type: 'countable' })
  const asset = await world.client.assets.create({ name, model_id: model.id, quantity: 1 })
  const item = await world.client.configurationItems.create({ name })
  const field = await world.client.issueFields.create({ name, key: newKey(), type: 'text' })
  const related = await world.client.issueFields.create({ name, key: newKey(), type: 'issue' })
  const { id } = await world.client.issues.create({ title: name })
  return {
    labels: ['grey'],
    asset_ids: [asset.id],
    configuration_item_ids: [item.id],
    custom_fields: { [field.key]: 'Berlin', [related.key]: id },
  }
}
