import { issueFieldStore } from '../../../src/work/configuration/issue-fields.store.ts'
import { issueLinkTypeStore } from '../../../src/work/configuration/issue-link-types.store.ts'
import { issuePriorityStore } from '../../../src/work/configuration/issue-priorities.store.ts'
import { issueScreenFieldStore } from '../../../src/work/configuration/issue-screen-fields.store.ts'
import { issueScreenStore } from '../../../src/work/configuration/issue-screens.store.ts'
import { issueStatusStore } from '../../../src/work/configuration/issue-statuses.store.ts'
import { issueTypeStore } from '../../../src/work/configuration/issue-types.store.ts'
import type { SamplesOf } from '../sample.ts'
import type { World } from '../worlds.ts'
import {
  field,
  inactive,
  newField,
  newKey,
  newScreen,
  newType,
  newWorkflow,
  ownScreen,
  screen,
  workflow,
} from './issue-parts.ts'

/** Texts that are difficult for `q`, with different names and keys. */
const described = (world: World) =>
  ['50% off', 'a_b plain', 'Long And Grey', 'grey', null].map((description) => ({
    description,
    name: world.unique(),
    key: newKey(),
  }))

const option = { key: 'red', label: 'Red', color: null, position: 1, is_active: true }

export const issueConfigurationSamples: SamplesOf<
  | 'issueTypes'
  | 'issueStatuses'
  | 'issuePriorities'
  | 'issueLinkTypes'
  | 'issueFields'
  | 'issueScreens'
  | 'issueScreenFields'
> = {
  issueTypes: {
    store: issueTypeStore,
    create: async (world) => ({ key: newKey(), name: world.unique(), workflow_id: await newWorkflow(world) }),
    patch: async (world) => ({ name: world.unique(), color: '#0a0B0c', hierarchy_level: 1 }),
    spread: async (world) => {
      const workflow_id = await newWorkflow(world)
      const more = [
        { subtype: 'incident', position: 3, is_default: true },
        { subtype: 'change', position: 1, is_active: false },
        { subtype: 'incident', hierarchy_level: 1 },
        { workflow_id, hierarchy_level: -1, position: 3 },
        { workflow_id },
      ] as const
      return described(world).map((body, at) => ({ ...body, ...more[at] }))
    },
    searched: ['key', 'name', 'description'],
    references: {
      workflow_id: { ...workflow, isShared: true },
      create_screen_id: screen,
      edit_screen_id: screen,
    },
    lifecycle: undefined,
    others: {},
  },
  issueStatuses: {
    store: issueStatusStore,
    create: async (world) => ({ key: newKey(), name: world.unique(), category: 'started' }),
    patch: async (world) => ({ name: world.unique(), category: 'unstarted', color: null }),
    spread: async (world) => {
      const more = [
        { category: 'backlog', position: 2 },
        { category: 'completed', is_readonly: true },
        { category: 'cancelled', position: 2 },
        { category: 'started', pauses_clock: true },
        { category: 'started', is_active: false },
      ] as const
      return more.map((body, at) => ({
        name: world.unique(),
        key: newKey(),
        ...described(world)[at],
        ...body,
      }))
    },
    searched: ['key', 'name', 'description'],
    references: {},
    lifecycle: undefined,
    others: {},
  },
  issuePriorities: {
    store: issuePriorityStore,
    create: async (world) => ({ key: newKey(), name: world.unique(), level: 2 }),
    patch: async (world) => ({ name: world.unique(), level: 7 }),
    spread: async (world) =>
      described(world).map((body, at) => ({
        ...body,
        level: at + 1,
        position: 5 - at,
        is_default: at === 1,
        is_active: at !== 2,
      })),
    searched: ['key', 'name', 'description'],
    references: {},
    lifecycle: undefined,
    others: {},
  },
  issueLinkTypes: {
    store: issueLinkTypeStore,
    create: async (world) => ({
      key: newKey(),
      name: world.unique(),
      outward_name: 'feeds',
      inward_name: 'is fed by',
    }),
    patch: async (world) => ({ name: world.unique(), outward_name: 'nourishes' }),
    spread: async (world) => {
      const more = [
        { is_symmetric: true },
        { inward_name: 'is 50% of', is_blocking: true },
        { inward_name: 'comes after', is_acyclic: true, position: 2 },
        { inward_name: 'a_b', is_active: false, position: 2 },
        { inward_name: 'is grey by' },
      ]
      return more.map((body) => ({ key: newKey(), name: world.unique(), outward_name: 'goes', ...body }))
    },
    searched: ['key', 'name', 'outward_name', 'inward_name'],
    references: {},
    lifecycle: undefined,
    others: {},
  },
  issueFields: {
    store: issueFieldStore,
    create: async (world) => ({
      key: newKey(),
      name: world.unique(),
      type: 'select',
      options: [option],
      issue_type_ids: [await newType(world)],
    }),
    patch: async (world) => ({
      name: world.unique(),
      options: [option, { ...option, key: 'blue', position: 2 }],
      default_value: 'blue',
    }),
    spread: async (world) => {
      // Issues of other types do not need these fields.
      const type = await newType(world)
      const more = [
        { type: 'text', pattern: '^a+$', is_required: true },
        { type: 'select', options: [option], default_value: 'red', position: 4 },
        { type: 'integer', minimum: 1, maximum: 3 },
        { type: 'json', json_schema: { type: 'object' }, is_active: false },
        { type: 'asset', position: 4 },
      ] as const
      return described(world).flatMap((body, at) => {
        const rules = more[at]
        const options = rules && 'options' in rules ? [...rules.options] : []
        return rules ? [{ ...body, ...rules, options, issue_type_ids: [type] }] : []
      })
    },
    searched: ['key', 'name', 'description'],
    references: {},
    lifecycle: undefined,
    others: {},
  },
  issueScreens: {
    store: issueScreenStore,
    create: async (world) => ({ key: newKey(), name: world.unique() }),
    patch: async (world) => ({ name: world.unique(), description: 'Changed' }),
    spread: async (world) => described(world).map((body, at) => ({ ...body, is_active: at !== 3 })),
    searched: ['key', 'name', 'description'],
    references: {},
    lifecycle: undefined,
    others: {
      clone: async (world) => {
        const issue_screen_id = await newScreen(world)
        const { client } = world
        await client.issueScreenFields.create({ screen_id: issue_screen_id, field_id: await newField(world) })
        return { params: { issue_screen_id }, body: { name: world.unique() } }
      },
    },
  },
  issueScreenFields: {
    store: issueScreenFieldStore,
    create: async (world) => ({ screen_id: await newScreen(world), field_id: await newField(world) }),
    patch: async (world) => ({ help_text: world.unique(), is_required: true }),
    spread: async (world) => {
      const [first, second, one, two] = [
        await newScreen(world),
        await newScreen(world),
        await newField(world),
        await newField(world),
      ]
      return [
        { screen_id: first, field_id: one, tab: 'Main', position: 2, is_required: true },
        { screen_id: first, field_id: two, tab: 'More', is_hidden: true },
        { screen_id: second, field_id: one, tab: 'Main', position: 2 },
        { screen_id: second, field_id: two, position: 1 },
        { screen_id: first, field_id: await newField(world), default_value: 'x' },
      ]
    },
    searched: [],
    references: {
      screen_id: ownScreen,
      field_id: { ...field, archive: inactive.field },
    },
    lifecycle: undefined,
    others: {},
  },
}
