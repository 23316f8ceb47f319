import type { Desk } from '../../work/desk.ts'
import { type AdviceCase, newName } from './advice.ts'

/** A workflow with so many statuses, the first of them initial. */
async function newWorkflow({ client }: Desk, count: number) {
  const { id: workflow_id } = await client.issueWorkflows.create({ name: newName() })
  const statuses: { id: string; key: string; partId: string }[] = []
  for (let at = 0; at < count; at += 1) {
    const { id, key } = await client.issueStatuses.create({ name: newName() })
    const part = await client.issueWorkflowStatuses.create({ workflow_id, status_id: id })
    statuses.push({ id, key, partId: part.id })
  }
  const [first, second] = [statuses[0], statuses[1] ?? statuses[0]]
  if (!first || !second) throw new Error('a workflow has statuses')
  return { workflow_id, first, second }
}

/**
 * A type with a separate workflow, and an issue in its second status. Transitions lead from the first status to the second and
 * back.
 */
async function inUse(desk: Desk) {
  const { client } = desk
  const { workflow_id, first, second } = await newWorkflow(desk, 2)
  const add = (from_status_id: string, to_status_id: string) =>
    client.issueWorkflowTransitions.create({ workflow_id, name: newName(), from_status_id, to_status_id })
  const [back, transition] = [await add(second.id, first.id), await add(first.id, second.id)]
  const type = await client.issueTypes.create({ name: newName(), workflow_id })
  const { id: issue_id } = await desk.newIssue({ issue_type: type.key, status: second.key })
  return { workflow_id, first, second, type, issue_id, transitions: [back.id, transition.id] }
}

const part = (issue_workflow_status_id: string) => ({ issue_workflow_status_id })

export const configurationAdvice: readonly AdviceCase[] = [
  {
    name: 'a status that a workflow has',
    code: 'dependent_item_exists',
    advice: /Remove them first/,
    arrange: async (desk) => {
      const { second } = await newWorkflow(desk, 2)
      return {
        send: () => desk.client.issueStatuses.delete({ issue_status_id: second.id }),
        follow: () => desk.client.issueWorkflowStatuses.delete(part(second.partId)),
      }
    },
  },
  {
    name: 'the initial status of a workflow',
    code: 'dependent_item_exists',
    advice: /Make another status of the workflow initial first/,
    arrange: async (desk) => {
      const { first, second } = await newWorkflow(desk, 2)
      return {
        send: () => desk.client.issueWorkflowStatuses.delete(part(first.partId)),
        follow: () => desk.client.issueWorkflowStatuses.update(part(second.partId), { is_initial: true }),
      }
    },
  },
  {
    name: 'a status that transitions lead to',
    code: 'dependent_item_exists',
    advice: /Transitions of the workflow leave or enter the status\. Remove them first/,
    arrange: async (desk) => {
      const { client } = desk
      const { workflow_id, first, second } = await newWorkflow(desk, 2)
      const { id } = await client.issueWorkflowTransitions.create({
        workflow_id,
        name: newName(),
        from_status_id: first.id,
        to_status_id: second.id,
      })
      return {
        send: () => client.issueWorkflowStatuses.delete(part(second.partId)),
        follow: () => client.issueWorkflowTransitions.delete({ issue_workflow_transition_id: id }),
      }
    },
  },
  {
    name: 'a status that issues of the workflow have',
    code: 'dependent_item_exists',
    advice: /Move them to another status first/,
    arrange: async (desk) => {
      const { first, second, issue_id, transitions } = await inUse(desk)
      return {
        send: () => desk.client.issueWorkflowStatuses.delete(part(second.partId)),
        follow: async () => {
          await desk.client.issues.update({ issue_id }, { status: first.key })
          // After that, the transitions prevent the deletion, as in the case above.
          for (const issue_workflow_transition_id of transitions)
            await desk.client.issueWorkflowTransitions.delete({ issue_workflow_transition_id })
        },
      }
    },
  },
  {
    name: 'a type whose issues have other statuses',
    code: 'dependent_item_exists',
    advice: /or add the statuses to the workflow/,
    arrange: async (desk) => {
      const { client } = desk
      const [{ type, second }, { workflow_id }] = [await inUse(desk), await newWorkflow(desk, 1)]
      return {
        send: () => client.issueTypes.update({ issue_type_id: type.id }, { workflow_id }),
        follow: () => client.issueWorkflowStatuses.create({ workflow_id, status_id: second.id }),
      }
    },
  },
  {
    name: 'the category of a status that issues have',
    code: 'dependent_item_exists',
    advice: /Move them to another status first/,
    arrange: async (desk) => {
      const { first, second, issue_id } = await inUse(desk)
      return {
        send: () =>
          desk.client.issueStatuses.update({ issue_status_id: second.id }, { category: 'completed' }),
        follow: () => desk.client.issues.update({ issue_id }, { status: first.key }),
      }
    },
  },
  {
    name: 'the level of a type whose issues have parents',
    code: 'dependent_item_exists',
    advice: /Change those issues first/,
    arrange: async (desk) => {
      const { client } = desk
      const { id: issue_type_id, key } = await client.issueTypes.create({ name: newName() })
      const { id: parent_id } = await desk.newIssue()
      const { id: issue_id } = await desk.newIssue({ issue_type: key, parent_id })
      return {
        send: () => client.issueTypes.update({ issue_type_id }, { hierarchy_level: 1 }),
        follow: () => client.issues.update({ issue_id }, { parent_id: null }),
      }
    },
  },
  {
    name: 'the type of a field that issues use',
    code: 'dependent_item_exists',
    advice: /Create another field/,
    arrange: async (desk) => {
      const { client } = desk
      const { id: issue_field_id, key } = await client.issueFields.create({ name: newName(), type: 'text' })
      await desk.newIssue({ custom_fields: { [key]: 'x' } })
      return {
        send: () => client.issueFields.update({ issue_field_id }, { type: 'integer' }),
        instead: () => client.issueFields.create({ name: newName(), type: 'integer' }),
      }
    },
  },
  {
    name: 'options that issues have',
    code: 'dependent_item_exists',
    advice: /Leave them in the list, and set their is_active to false/,
    arrange: async (desk) => {
      const { client } = desk
      const option = (key: string) => ({ key, label: key, color: null, position: 1, is_active: true })
      const { id: issue_field_id, key } = await client.issueFields.create({
        name: newName(),
        type: 'select',
        options: [option('red'), option('blue')],
      })
      await desk.newIssue({ custom_fields: { [key]: 'red' } })
      const storeOptions = (options: ReturnType<typeof option>[]) =>
        client.issueFields.update({ issue_field_id }, { options })
      return {
        send: () => storeOptions([option('blue')]),
        instead: () => storeOptions([option('blue'), { ...option('red'), is_active: false }]),
      }
    },
  },
  {
    name: 'a field whose values are shared',
    code: 'dependent_item_exists',
    advice: /Change or remove the duplicates, and try again/,
    arrange: async (desk) => {
      const { client } = desk
      const { id: issue_field_id, key } = await client.issueFields.create({ name: newName(), type: 'text' })
      await desk.newIssue({ custom_fields: { [key]: 'x' } })
      const { id: issue_id } = await desk.newIssue({ custom_fields: { [key]: 'x' } })
      return {
        send: () => client.issueFields.update({ issue_field_id }, { is_unique: true }),
        follow: () => client.issues.update({ issue_id }, { custom_fields: { [key]: 'y' } }),
      }
    },
  },
  {
    name: 'a link type that links use',
    code: 'dependent_item_exists',
    advice: /Create another link type/,
    arrange: async (desk) => {
      const { client } = desk
      const { id: issue_link_type_id, key } = await client.issueLinkTypes.create({ name: newName() })
      const [{ id: issue_id }, { id: linked_issue_id }] = [await desk.newIssue(), await desk.newIssue()]
      await client.issues.links.create({ issue_id }, { linked_issue_id, link_type: key })
      return {
        send: () => client.issueLinkTypes.update({ issue_link_type_id }, { is_acyclic: true }),
        instead: () => client.issueLinkTypes.create({ name: newName(), is_acyclic: true }),
      }
    },
  },
  {
    name: 'a key of a shared record',
    code: 'already_exists',
    advice: /choose another key/,
    arrange: async ({ client }) => {
      const create = (key: string) => client.issueTypes.create({ name: 'Incident', key })
      return { send: () => create('incident'), instead: () => create('own_incident') }
    },
  },
]
