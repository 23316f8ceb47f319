import type postgres from 'postgres'
import { newId } from '../../../src/base/ids.ts'
import { workSeedId } from '../../../src/work/configuration/issue-configuration.seeds.ts'
import { addToGroup } from '../../world.ts'
import type { SamplesOf } from '../sample.ts'
import type { Call, World } from '../worlds.ts'
import { particularsOf } from './issue-particulars.ts'
import { member, newIssue } from './work.ts'

const call = async (world: World, body: object = {}) => ({
  params: { issue_id: (await newIssue(world, body)).id },
})
const issueOf = ({ params }: Call) => ({ issue_id: params?.issue_id ?? '' })

/** Another member of the tenant, with a client. */
async function colleague({ worlds, tenantId }: World) {
  const user = await worlds.service.signUp()
  await addToGroup(worlds.service, tenantId, 'users', user)
  return worlds.service.as(user.token, tenantId)
}

const comment = (world: World) => ({ body: world.unique() })
const attachment = (world: World) => ({ name: world.unique(), url: 'https://files.example.org/a.png' })
const link = async (world: World, link_type = 'relates_to') => ({
  linked_issue_id: (await newIssue(world, await particularsOf(world))).id,
  link_type,
})

/** A call on a comment of an issue. */
async function commented(world: World) {
  const { params } = await call(world)
  const { id: comment_id } = await world.client.issues.comments.create(params, comment(world))
  return { params: { ...params, comment_id } }
}

/** A call on an attachment of an issue. */
async function attached(world: World) {
  const { params } = await call(world)
  const { id: attachment_id } = await world.client.issues.attachments.create(params, attachment(world))
  return { params: { ...params, attachment_id } }
}

/** A call on a link of an issue. */
async function linked(world: World) {
  const { params } = await call(world)
  const { id: link_id } = await world.client.issues.links.create(params, await link(world))
  return { params: { ...params, link_id } }
}

const inTenant = ({ worlds, tenantId }: World, work: (sql: postgres.TransactionSql) => Promise<unknown>) =>
  worlds.service.database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    await work(sql)
  })

/** The ids of the seeded statuses new, to do, in progress, on hold, resolved and closed. */
const statuses = [201, 203, 204, 205, 206, 207].map(workSeedId)

/** A type of the tenant whose issues can move from any status to any other. */
async function freeType(world: World) {
  const [workflow, type] = [newId(), newId()]
  const key = `k${type.toLowerCase()}`
  await inTenant(world, async (sql) => {
    await sql`insert into issue_workflows (id, key, name) values (${workflow}, ${key}, ${key})`
    for (const [at, status] of statuses.entries()) {
      await sql`insert into issue_workflow_statuses (id, workflow_id, status_id, is_initial) values (${newId()}, ${workflow}, ${status}, ${at === 0})`
      await sql`insert into issue_workflow_transitions (id, workflow_id, key, name, to_status_id, position) values (${newId()}, ${workflow}, ${`go_${at}`}, ${world.unique()}, ${status}, ${at % 3})`
    }
    await sql`insert into issue_types (id, key, name, subtype, workflow_id) values (${type}, ${key}, ${key}, 'task', ${workflow})`
  })
  return { key, workflow }
}

const workflows = new WeakMap<object, string>()

export const issueConversationSamples: SamplesOf<
  'issueTransitions' | 'issueComments' | 'issueAttachments' | 'issueLinks' | 'issueWatchers' | 'issueRecords'
> = {
  issueTransitions: {
    others: {
      list: {
        call: async (world) => {
          const { key, workflow } = await freeType(world)
          const made = await call(world, { issue_type: key })
          workflows.set(made.params, workflow)
          // Without this, the list is empty for a caller who may only read issues.
          return { ...made, query: { include_unavailable: true } }
        },
        more: (world, { params }) =>
          inTenant(
            world,
            (sql) =>
              sql`insert into issue_workflow_transitions (id, workflow_id, key, name, to_status_id, position) values (${newId()}, ${workflows.get(params ?? {}) ?? ''}, ${`more_${newId().toLowerCase()}`}, ${world.unique()}, ${statuses[1] ?? ''}, 2)`,
          ),
      },
      perform: async (world) => ({
        ...(await call(world)),
        body: { to_status: 'in_progress', comment: world.unique() },
      }),
    },
  },
  issueComments: {
    others: {
      list: {
        call: async (world) => {
          const made = await call(world)
          const other = await colleague(world)
          for (const visibility of ['public', 'internal', 'public'] as const)
            await world.client.issues.comments.create(made.params, { ...comment(world), visibility })
          for (let n = 0; n < 3; n += 1) await other.issues.comments.create(made.params, comment(world))
          return made
        },
        more: (world, made) => world.client.issues.comments.create(issueOf(made), comment(world)),
      },
      create: async (world) => ({ ...(await call(world)), body: comment(world) }),
      update: async (world) => {
        const { params } = await call(world)
        const { id: comment_id } = await world.client.issues.comments.create(params, comment(world))
        return { params: { ...params, comment_id }, body: comment(world) }
      },
      get: commented,
      delete: commented,
    },
  },
  issueAttachments: {
    others: {
      list: {
        call: async (world) => {
          const made = await call(world)
          for (const more of [
            { size_bytes: 12, content_type: 'image/png' },
            { size_bytes: 900, content_type: 'text/plain' },
            { size_bytes: 4, checksum_sha256: 'ab'.repeat(32) },
            { description: 'without a size' },
            { size_bytes: 4, content_type: 'image/png' },
          ])
            await world.client.issues.attachments.create(made.params, { ...attachment(world), ...more })
          return made
        },
        more: (world, made) => world.client.issues.attachments.create(issueOf(made), attachment(world)),
      },
      create: async (world) => ({ ...(await call(world)), body: attachment(world) }),
      get: attached,
      delete: attached,
    },
  },
  issueLinks: {
    others: {
      list: {
        call: async (world) => {
          const made = await call(world)
          for (const type of ['relates_to', 'blocks', 'duplicates', 'causes', 'blocks'])
            await world.client.issues.links.create(made.params, await link(world, type))
          return made
        },
        more: async (world, made) => world.client.issues.links.create(issueOf(made), await link(world)),
      },
      create: async (world) => ({ ...(await call(world)), body: await link(world) }),
      get: linked,
      delete: linked,
    },
  },
  issueWatchers: {
    references: { user_id: member },
    others: {
      list: {
        call: async (world) => {
          const made = await call(world)
          for (let n = 0; n < 4; n += 1)
            await world.client.issues.watchers.create(made.params, { user_id: await member.make(world) })
          return made
        },
        more: async (world, made) =>
          world.client.issues.watchers.create(issueOf(made), { user_id: await member.make(world) }),
      },
      create: async (world) => ({ ...(await call(world)), body: { user_id: await member.make(world) } }),
      delete: async (world) => {
        const { params } = await call(world)
        const user_id = await member.make(world)
        await world.client.issues.watchers.create(params, { user_id })
        return { params: { ...params, user_id } }
      },
    },
  },
  issueRecords: {
    others: {
      history: {
        call: async (world) => {
          const made = await call(world)
          for (let n = 0; n < 4; n += 1)
            await world.client.issues.update(made.params, { title: world.unique(), change_message: 'again' })
          return made
        },
        more: (world, made) => world.client.issues.update(issueOf(made), { title: world.unique() }),
      },
      historyEntry: async (world) => {
        const { params } = await call(world)
        const [entry] = await world.client.issues.history.list(params)
        return { params: { ...params, entry_id: entry?.id ?? '' } }
      },
      activity: {
        call: async (world) => {
          const made = await call(world)
          await world.client.issues.update(made.params, { title: world.unique(), status: 'in_progress' })
          await world.client.issues.comments.create(made.params, comment(world))
          await world.client.issues.attachments.create(made.params, attachment(world))
          await world.client.issues.archive(made.params)
          await world.client.issues.restore(made.params)
          return made
        },
        more: (world, made) => world.client.issues.comments.create(issueOf(made), comment(world)),
      },
    },
  },
}
