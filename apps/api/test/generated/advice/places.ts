import { type AdviceCase, newName } from './advice.ts'

export const placeAdvice: readonly AdviceCase[] = [
  {
    name: 'a project that has issues',
    code: 'dependent_item_exists',
    advice: /or archive the record/,
    arrange: async ({ client }) => {
      const { id: project_id } = await client.projects.create({ name: newName() })
      await client.issues.create({ title: 'In the way', project_id })
      return {
        send: () => client.projects.delete({ project_id }),
        instead: () => client.projects.archive({ project_id }),
      }
    },
  },
  {
    name: 'a project that has issues, which are removed',
    code: 'dependent_item_exists',
    advice: /Remove them first/,
    arrange: async ({ client }) => {
      const { id: project_id } = await client.projects.create({ name: newName() })
      const { id: issue_id } = await client.issues.create({ title: 'In the way', project_id })
      return {
        send: () => client.projects.delete({ project_id }),
        follow: () => client.issues.delete({ issue_id }),
      }
    },
  },
  {
    name: 'an archived project',
    code: 'record_archived',
    advice: /Restore the record/,
    arrange: async ({ client }) => {
      const { id: project_id } = await client.projects.create({ name: newName() })
      await client.projects.archive({ project_id })
      return {
        send: () => client.projects.update({ project_id }, { name: newName() }),
        follow: () => client.projects.restore({ project_id }),
      }
    },
  },
  {
    name: 'the key of another project',
    code: 'already_exists',
    advice: /choose another value/,
    arrange: async ({ client }) => {
      const create = (key: string) => client.projects.create({ name: newName(), key })
      await create('ADVISED')
      return { send: () => create('ADVISED'), instead: () => create('ADVISEDTOO') }
    },
  },
  {
    name: 'an archived location',
    code: 'record_archived',
    advice: /Restore the record/,
    arrange: async ({ client }) => {
      const { id: type_id } = await client.locationTypes.create({ name: newName() })
      const { id: location_id } = await client.locations.create({ name: newName(), type_id })
      await client.locations.archive({ location_id })
      return {
        send: () => client.locations.update({ location_id }, { name: newName() }),
        follow: () => client.locations.restore({ location_id }),
      }
    },
  },
  {
    name: 'locations within each other',
    code: 'cycle_detected',
    advice: /Choose another record/,
    arrange: async ({ client }) => {
      const { id: type_id } = await client.locationTypes.create({ name: newName() })
      const add = async (parent = {}) =>
        (await client.locations.create({ name: newName(), type_id, ...parent })).id
      const [house, yard] = [await add(), await add()]
      const room = await add({ parent_id: house })
      const move = (parent_id: string) => client.locations.update({ location_id: house }, { parent_id })
      return { send: () => move(room), instead: () => move(yard) }
    },
  },
  {
    name: 'a location that holds others',
    code: 'dependent_item_exists',
    advice: /Remove them first/,
    arrange: async ({ client }) => {
      const { id: type_id } = await client.locationTypes.create({ name: newName() })
      const { id: parent_id } = await client.locations.create({ name: newName(), type_id })
      const { id: location_id } = await client.locations.create({ name: newName(), type_id, parent_id })
      return {
        send: () => client.locations.delete({ location_id: parent_id }),
        follow: () => client.locations.delete({ location_id }),
      }
    },
  },
  {
    name: 'the other end of a relationship, archived',
    code: 'record_archived',
    advice: /Restore it before relating to it/,
    arrange: async ({ client }) => {
      const add = async () => (await client.configurationItems.create({ name: newName() })).id
      const [ci_id, target_id] = [await add(), await add()]
      await client.configurationItems.archive({ ci_id: target_id })
      return {
        send: () =>
          client.configurationItems.relationships.create({ ci_id }, { target_id, relationship_type: 'uses' }),
        follow: () => client.configurationItems.restore({ ci_id: target_id }),
      }
    },
  },
  {
    name: 'items that would contain each other',
    code: 'cycle_detected',
    advice: /Choose another record/,
    arrange: async ({ client }) => {
      const add = async () => (await client.configurationItems.create({ name: newName() })).id
      const [ci_id, inner, other] = [await add(), await add(), await add()]
      const join = (from: string, target_id: string) =>
        client.configurationItems.relationships.create(
          { ci_id: from },
          { target_id, relationship_type: 'member_of' },
        )
      await join(inner, ci_id)
      return { send: () => join(ci_id, inner), instead: () => join(ci_id, other) }
    },
  },
]
