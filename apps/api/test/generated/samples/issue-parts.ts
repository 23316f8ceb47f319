import type { Reference } from '../sample.ts'
import type { World } from '../worlds.ts'

let keys = 0

/** A configuration key that no record has yet. */
export const newKey = () => {
  keys += 1
  return `k${String(keys).padStart(6, '0')}`
}

const named = (world: World) => ({ key: newKey(), name: world.unique() })

export const newWorkflow = async (world: World) => (await world.client.issueWorkflows.create(named(world))).id
export const newScreen = async (world: World) => (await world.client.issueScreens.create(named(world))).id
export const newField = async (world: World) =>
  (await world.client.issueFields.create({ ...named(world), type: 'text' })).id
export const newType = async (world: World) => (await world.client.issueTypes.create(named(world))).id
export const newStatus = async (world: World) =>
  (await world.client.issueStatuses.create({ ...named(world), category: 'started' })).id

/** How records of the configuration are deactivated. */
export const inactive = {
  workflow: (world: World, id: string) =>
    world.client.issueWorkflows.update({ issue_workflow_id: id }, { is_active: false }),
  screen: (world: World, id: string) =>
    world.client.issueScreens.update({ issue_screen_id: id }, { is_active: false }),
  field: (world: World, id: string) =>
    world.client.issueFields.update({ issue_field_id: id }, { is_active: false }),
  status: (world: World, id: string) =>
    world.client.issueStatuses.update({ issue_status_id: id }, { is_active: false }),
}

/** A workflow of the tenant; other tenants cannot add parts to a shared one. No `group`: its parts are deleted with it. */
export const ownWorkflow: Reference = {
  make: newWorkflow,
  archive: inactive.workflow,
  isShared: 'read_only',
}
export const workflow: Reference = { ...ownWorkflow, group: 'issueWorkflows' }
/** A screen of the tenant. No `group`: its fields are deleted with it. */
export const ownScreen: Reference = { make: newScreen, archive: inactive.screen, isShared: 'read_only' }
export const screen: Reference = { ...ownScreen, isShared: true, group: 'issueScreens' }
export const field: Reference = {
  make: newField,
  archive: inactive.field,
  isShared: true,
  group: 'issueFields',
}
export const status: Reference = {
  make: newStatus,
  archive: inactive.status,
  isShared: true,
  group: 'issueStatuses',
}
