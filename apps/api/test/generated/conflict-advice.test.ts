import { expect, test } from 'vitest'
import { problemOf, useDesk } from '../work/desk.ts'

const desk = useDesk()
type Client = typeof desk.client

/** A request that is refused with 409, and what its advice says to do before it is sent again. */
interface Conflict {
  readonly send: () => Promise<unknown>
  readonly follow: () => Promise<unknown>
  /** The request that the advice leads to, where it is not the same one. */
  readonly instead?: () => Promise<unknown>
}

interface Case {
  readonly name: string
  readonly code: string
  readonly advice: RegExp
  readonly arrange: (client: Client) => Promise<Conflict>
}

const nothing = async () => {}

const cases: readonly Case[] = [
  {
    name: 'a status that a workflow has',
    code: 'dependent_item_exists',
    advice: /Remove them first/,
    arrange: async (client) => {
      const { id: issue_status_id } = await client.issueStatuses.create({ name: 'Advised' })
      const { id: workflow_id } = await client.issueWorkflows.create({ name: 'Advised' })
      const part = await client.issueWorkflowStatuses.create({ workflow_id, status_id: issue_status_id })
      return {
        send: () => client.issueStatuses.delete({ issue_status_id }),
        follow: () => client.issueWorkflowStatuses.delete({ issue_workflow_status_id: part.id }),
      }
    },
  },
  {
    name: 'the initial status of a workflow',
    code: 'dependent_item_exists',
    advice: /Make another status of the workflow initial first/,
    arrange: async (client) => {
      const { id: workflow_id } = await client.issueWorkflows.create({ name: 'Begun' })
      const add = async (name: string) => {
        const { id: status_id } = await client.issueStatuses.create({ name })
        const { id } = await client.issueWorkflowStatuses.create({ workflow_id, status_id })
        return { issue_workflow_status_id: id }
      }
      const [first, second] = [await add('First'), await add('Second')]
      return {
        send: () => client.issueWorkflowStatuses.delete(first),
        follow: () => client.issueWorkflowStatuses.update(second, { is_initial: true }),
      }
    },
  },
  {
    name: 'a project that has issues',
    code: 'dependent_item_exists',
    advice: /or archive the record/,
    arrange: async (client) => {
      const { id: project_id } = await client.projects.create({ name: 'Advised project' })
      await client.issues.create({ title: 'In the way', project_id })
      return {
        send: () => client.projects.delete({ project_id }),
        follow: nothing,
        instead: () => client.projects.archive({ project_id }),
      }
    },
  },
  {
    name: 'an archived project',
    code: 'record_archived',
    advice: /Restore the record/,
    arrange: async (client) => {
      const { id: project_id } = await client.projects.create({ name: 'Put away' })
      await client.projects.archive({ project_id })
      return {
        send: () => client.projects.update({ project_id }, { name: 'Taken out' }),
        follow: () => client.projects.restore({ project_id }),
      }
    },
  },
  {
    name: 'a key of a shared record',
    code: 'already_exists',
    advice: /choose another key/,
    arrange: async (client) => ({
      send: () => client.issueTypes.create({ name: 'Incident', key: 'incident' }),
      follow: nothing,
      instead: () => client.issueTypes.create({ name: 'Incident', key: 'own_incident' }),
    }),
  },
]

test.each(cases)('the advice for $name ($code) can be followed', async ({ code, advice, arrange }) => {
  const { send, follow, instead = send } = await arrange(desk.client)
  const refused = await problemOf(send())
  expect(refused).toMatchObject({ status: 409, code })
  expect(refused?.detail).toMatch(advice)
  await follow()
  await instead()
})
