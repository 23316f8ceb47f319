import { issueLifecycle, projectLifecycle } from '@commonhold/contract'
import { newId } from '../../../src/base/ids.ts'
import { projectStore } from '../../../src/system/projects.store.ts'
import { issueStore } from '../../../src/work/issues/issues.store.ts'
import { addToGroup, archiveProject, createProject } from '../../world.ts'
import type { ListCall, Reference, SamplesOf } from '../sample.ts'
import type { World } from '../worlds.ts'

export const project: Reference = {
  make: (world) => createProject(world.worlds.service, world.tenantId),
  archive: (world, id) => archiveProject(world.worlds.service, world.tenantId, id),
  isShared: true,
  group: 'projects',
}

/** A user who belongs to the tenant of the world. */
export const member: Reference = {
  make: async ({ worlds, tenantId }) => {
    const user = await worlds.service.signUp()
    await addToGroup(worlds.service, tenantId, 'users', user)
    return user.id
  },
  archive: ({ worlds }, id) =>
    worlds.service.database
      .sql`update users set status = 'deactivated', deactivated_at = now() where id = ${id}`,
  isShared: false,
}

/** A group of the tenant. */
export const group: Reference = {
  make: async ({ worlds, tenantId }) => {
    const id = newId()
    await worlds.service.database.sql.begin(async (sql) => {
      await sql`select commonhold_select_tenant(${tenantId})`
      await sql`insert into groups (id, key, name) values (${id}, ${`g${id.toLowerCase()}`}, ${`Group ${id}`})`
    })
    return id
  },
  archive: ({ worlds }, id) =>
    worlds.service.database
      .sql`update groups set archived_at = now(), version = version + 1 where id = ${id}`,
  isShared: false,
}

/** An issue of the tenant. */
export const issue: Reference = {
  make: async (world) => (await newIssue(world)).id,
  archive: (world, id) => world.client.issues.archive({ issue_id: id }),
  isShared: false,
  group: 'issues',
}

/** A new issue; `body` may set its type. */
export const newIssue = (world: World, body: object = {}) =>
  world.client.issues.create({ title: world.unique(), ...body })

const newGroupOf = (world: World, project_id: string, description?: string | null) =>
  world.client.groups.create({ name: world.unique(), project_id, description, permissions: ['issues:read'] })

let keys = 0

/** A key that no project has yet. */
const newKey = () => {
  keys += 1
  return `K${String(keys).padStart(6, '0')}`
}

export const workSamples: SamplesOf<'projects' | 'issues' | 'projectIssues'> = {
  projects: {
    store: projectStore,
    create: async (world) => ({ name: world.unique() }),
    patch: async (world) => ({ name: world.unique(), description: 'Changed' }),
    spread: async (world) => {
      const [first, second] = await Promise.all([member.make(world), member.make(world)])
      return [
        { lead_id: first, description: '50% off' },
        { lead_id: second, default_assignee_id: first, description: 'a_b plain' },
        { description: 'Long And Grey' },
        { lead_id: first, description: 'grey' },
        {},
      ].map((body) => ({ ...body, name: world.unique(), key: newKey() }))
    },
    searched: ['key', 'name', 'description'],
    references: { lead_id: member, default_assignee_id: member },
    lifecycle: projectLifecycle,
    others: {
      groups: {
        call: async (world) => {
          const project_id = await project.make(world)
          for (const description of ['50% grey', 'a_b', 'Grey', null, undefined])
            await newGroupOf(world, project_id, description)
          const { id: group_id } = await newGroupOf(world, project_id)
          await world.client.groups.archive({ group_id })
          return { params: { project_id } }
        },
        more: (world, { params }) => newGroupOf(world, params?.project_id ?? ''),
        searched: ['name', 'key', 'description'],
      },
    },
  },
  issues: {
    store: issueStore,
    create: async (world) => ({ title: world.unique() }),
    patch: async (world) => ({ title: world.unique(), description: 'Changed', labels: ['changed'] }),
    spread: issueSpread,
    searched: [],
    references: {
      project_id: project,
      reporter_id: member,
      assignee_id: member,
      assignee_group_id: group,
      parent_id: issue,
    },
    lifecycle: issueLifecycle,
    others: {
      listMine: {
        call: async (world) => {
          for (const body of await issueSpread(world)) await world.client.issues.create(body)
          return {}
        },
        more: (world) => newIssue(world),
      },
    },
  },
  projectIssues: {
    references: {
      reporter_id: member,
      assignee_id: member,
      assignee_group_id: group,
      parent_id: issue,
    },
    others: {
      list: issuesOfProject(),
      create: async (world) => ({
        params: { project_id: await project.make(world) },
        body: { title: world.unique() },
      }),
    },
  },
}

/** Issues that differ in every member that lists filter and sort by. */
async function issueSpread(world: World, project_id?: string) {
  const [other, first, second, team, squad, whole, epic] = await Promise.all([
    project.make(world),
    member.make(world),
    member.make(world),
    group.make(world),
    group.make(world),
    issue.make(world),
    issue.make(world),
  ])
  return [
    { assignee_id: first, due_date: '2026-03-01', start_date: '2026-02-01', status: 'in_progress' },
    { assignee_id: second, due_date: '2026-04-01', start_date: '2026-02-02', priority: 'high' },
    { assignee_group_id: team, reporter_id: first, status: 'resolved' },
    {
      assignee_group_id: squad,
      issue_type: 'incident',
      priority: 'critical',
      opened_at: '2026-01-01T08:00:00Z',
    },
    {
      parent_id: whole,
      issue_type: 'change',
      status: 'closed',
      details: { outcome: 'successful' as const },
      due_date: '2026-04-01',
    },
    { parent_id: epic, reporter_id: second, status: 'cancelled', opened_at: '2026-01-02T08:00:00Z' },
    { assignee_id: first, reporter_id: second, status: 'in_progress', priority: 'low' },
    { status: 'resolved', issue_type: 'service_request' },
    ...timed(),
  ].map((body, at) => ({
    ...body,
    title: world.unique(),
    ...(project_id ? { project_id } : at % 3 === 0 ? { project_id: other } : {}),
  }))
}

/** Two issues of each type with times in its details. The two differ in all of these times. */
function timed() {
  const members = {
    incident: ['resume_at', 'detected_at', 'acknowledged_at', 'restored_at'],
    known_problem: ['known_error_at'],
    change: ['planned_start_at', 'planned_end_at', 'actual_start_at', 'actual_end_at'],
    service_request: ['fulfilled_at'],
  }
  return Object.entries(members).flatMap(([issue_type, moments]) =>
    [3, 4].map((month) => ({
      issue_type,
      details: Object.fromEntries(
        moments.map((moment, at) => [moment, `2026-0${month}-0${at + 1}T09:00:00+02:00`]),
      ),
    })),
  )
}

function issuesOfProject(): ListCall {
  return {
    call: async (world) => {
      const project_id = await project.make(world)
      for (const body of await issueSpread(world, project_id)) await world.client.issues.create(body)
      const { id: issue_id } = await newIssue(world, { project_id })
      await world.client.issues.archive({ issue_id })
      return { params: { project_id } }
    },
    more: (world, { params }) => newIssue(world, { project_id: params?.project_id }),
  }
}
