import { issueWorkflowStatusStore } from '../../../src/work/configuration/issue-workflow-statuses.store.ts'
import { issueWorkflowTransitionStore } from '../../../src/work/configuration/issue-workflow-transitions.store.ts'
import { issueWorkflowStore } from '../../../src/work/configuration/issue-workflows.store.ts'
import type { Reference, SamplesOf } from '../sample.ts'
import type { World } from '../worlds.ts'
import {
  inactive,
  newKey,
  newScreen,
  newStatus,
  newWorkflow,
  ownWorkflow,
  screen,
  status,
} from './issue-parts.ts'
import { group } from './work.ts'

/** A workflow with two statuses. */
interface Way {
  readonly workflow_id: string
  readonly from: string
  readonly to: string
}

const ways = new WeakMap<World, Promise<Way>>()

/** The workflow of the world in which transitions are tested, created once. */
function wayOf(world: World): Promise<Way> {
  const made = ways.get(world) ?? makeWay(world)
  ways.set(world, made)
  return made
}

async function makeWay(world: World): Promise<Way> {
  const [workflow_id, from, to] = [await newWorkflow(world), await newStatus(world), await newStatus(world)]
  await addStatus(world, workflow_id, from)
  await addStatus(world, workflow_id, to)
  return { workflow_id, from, to }
}

const addStatus = (world: World, workflow_id: string, status_id: string) =>
  world.client.issueWorkflowStatuses.create({ workflow_id, status_id })

/** A status that is in the workflow of every tenant that sees it. */
const statusOnTheWay: Reference = {
  make: async (world) => {
    const id = await newStatus(world)
    const { mine, other, root } = world.worlds
    for (const one of world.tenantId === root.tenantId ? [mine, other, root] : [world])
      await addStatus(one, (await wayOf(one)).workflow_id, id)
    return id
  },
  archive: inactive.status,
  isShared: true,
}

/** A workflow with the same statuses as the workflow of the world. */
const similarWorkflow: Reference = {
  make: async (world) => {
    const { from, to } = await wayOf(world)
    const id = await newWorkflow(world)
    await addStatus(world, id, from)
    await addStatus(world, id, to)
    return id
  },
  archive: inactive.workflow,
  isShared: 'read_only',
}

export const issueWorkflowSamples: SamplesOf<
  'issueWorkflows' | 'issueWorkflowStatuses' | 'issueWorkflowTransitions'
> = {
  issueWorkflows: {
    store: issueWorkflowStore,
    create: async (world) => ({ key: newKey(), name: world.unique() }),
    patch: async (world) => ({ name: world.unique(), description: 'Changed' }),
    spread: async (world) =>
      ['50% off', 'a_b plain', 'Long And Grey', 'grey', null].map((description, at) => ({
        key: newKey(),
        name: world.unique(),
        description,
        is_default: at === 1,
        is_active: at !== 3,
      })),
    searched: ['key', 'name', 'description'],
    references: {},
    lifecycle: undefined,
    others: {
      clone: async (world) => ({
        params: { issue_workflow_id: (await wayOf(world)).workflow_id },
        body: { name: world.unique() },
      }),
    },
  },
  issueWorkflowStatuses: {
    store: issueWorkflowStatusStore,
    create: async (world) => ({ workflow_id: await newWorkflow(world), status_id: await newStatus(world) }),
    patch: async () => {
      positions += 1
      return { position: positions }
    },
    spread: async (world) => {
      const [first, second, one, two] = [
        await newWorkflow(world),
        await newWorkflow(world),
        await newStatus(world),
        await newStatus(world),
      ]
      return [
        { workflow_id: first, status_id: one, position: 2, waits_for_approval: true },
        { workflow_id: first, status_id: two, position: 1 },
        { workflow_id: second, status_id: one, position: 2 },
        { workflow_id: second, status_id: two, is_initial: true },
        { workflow_id: second, status_id: await newStatus(world) },
      ]
    },
    searched: [],
    references: { workflow_id: ownWorkflow, status_id: status },
    lifecycle: undefined,
    others: {},
  },
  issueWorkflowTransitions: {
    store: issueWorkflowTransitionStore,
    create: async (world) => {
      const { workflow_id, from, to } = await wayOf(world)
      return {
        workflow_id,
        key: newKey(),
        name: world.unique(),
        from_status_id: from,
        to_status_id: to,
        required_fields: ['due_date'],
        allowed_group_ids: [await group.make(world)],
      }
    },
    patch: async (world) => ({
      name: world.unique(),
      required_fields: ['resolution_notes'],
      condition: { 'details.impact': 'high' },
      allowed_values: { 'details.resolution_code': ['duplicate'] },
    }),
    spread: async (world) => {
      const [{ workflow_id, from, to }, next] = [await wayOf(world), await makeWay(world)]
      const screen_id = await newScreen(world)
      const bodies = [
        { workflow_id, from_status_id: from, to_status_id: to, description: '50% off', position: 2 },
        { workflow_id, to_status_id: to, description: 'a_b plain', screen_id },
        { workflow_id, to_status_id: from, description: 'Long And Grey', requires_comment: true },
        { workflow_id: next.workflow_id, from_status_id: next.from, to_status_id: next.to, position: 2 },
        { workflow_id: next.workflow_id, from_status_id: next.to, to_status_id: next.from, is_active: false },
        { workflow_id, from_status_id: to, to_status_id: from, screen_id: await newScreen(world) },
      ]
      return bodies.map((body) => ({ key: newKey(), name: world.unique(), ...body }))
    },
    searched: ['key', 'name', 'description'],
    references: {
      workflow_id: similarWorkflow,
      from_status_id: statusOnTheWay,
      to_status_id: statusOnTheWay,
      screen_id: screen,
    },
    lifecycle: undefined,
    others: {},
  },
}

let positions = 0
