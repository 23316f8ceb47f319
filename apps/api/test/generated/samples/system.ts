import { randomBytes } from 'node:crypto'
import { groupLifecycle, type Invitation, tenantLifecycle } from '@commonhold/contract'
import { newId } from '../../../src/base/ids.ts'
import { ROOT_TENANT_ID } from '../../../src/db/tenancy.ts'
import { groupStore } from '../../../src/system/groups.store.ts'
import { invitationStore } from '../../../src/system/invitations.store.ts'
import { hashOf } from '../../../src/system/mail-tokens.repository.ts'
import type { linkPurposes } from '../../../src/system/mail-tokens.table.ts'
import { tenantStore } from '../../../src/system/tenants.store.ts'
import { PASSWORD, type TestUser } from '../../service.ts'
import { addToGroup, signUpStranger } from '../../world.ts'
import type { Reference, SamplesOf } from '../sample.ts'
import type { Call, World } from '../worlds.ts'
import { member, project } from './work.ts'

const newEmail = () => `${newId().toLowerCase()}@example.org`

/** A user of the world's tenant and the default tenant only. */
async function newMember({ worlds, tenantId }: World): Promise<TestUser> {
  const user = await worlds.service.signUp()
  await addToGroup(worlds.service, tenantId, 'users', user)
  return user
}

/** The secret of a link as if it had been mailed to the user: only mails contain the secret itself. */
async function linkTo(
  { worlds }: World,
  purpose: (typeof linkPurposes)[number],
  { id, email }: Pick<TestUser, 'id' | 'email'>,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await worlds.service.database.sql`
    insert into mail_tokens (token_hash, purpose, user_id, email, expires_at)
    values (${hashOf(token)}, ${purpose}, ${id}, ${email}, now() + interval '1 hour')`
  return token
}

const newInvitation = (world: World) => world.client.invitations.create({ email: newEmail() })

/** The secret in the link of an invitation, as if it had been mailed. */
async function linkOfInvitation({ worlds }: World, { id, tenant_id, email }: Invitation): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await worlds.service.database.sql`
    insert into mail_tokens (token_hash, purpose, tenant_id, invitation_id, email, expires_at)
    values (${hashOf(token)}, 'invitation', ${tenant_id}, ${id}, ${email}, now() + interval '1 hour')`
  return token
}

/** A call by a new member about their own account. */
async function onOneself(world: World, body?: unknown): Promise<Call> {
  const { id, token } = await newMember(world)
  return { params: { user_id: id }, token, ...(body === undefined ? {} : { body }) }
}

/** The token of an operator who belongs to the world's tenant. */
async function operatorIn(world: World): Promise<string> {
  const operator = await newMember(world)
  await addToGroup(world.worlds.service, ROOT_TENANT_ID, 'owners', operator)
  return operator.token
}

const group: Reference = {
  make: async (world) => (await world.client.groups.create({ name: world.unique() })).id,
  archive: (world, id) => world.client.groups.archive({ group_id: id }),
  isShared: false,
}

/** An active user of the world's tenant who belongs to no other tenant. */
const newColleague: Reference = {
  make: async ({ worlds, tenantId }) => {
    const user = await signUpStranger(worlds.service)
    await addToGroup(worlds.service, tenantId, 'users', user)
    return user.id
  },
  archive: member.archive,
  isShared: false,
}

const ownTenant: Reference = {
  make: async (world) => (await world.client.tenants.create({ name: world.unique() })).id,
  archive: (world, id) => world.client.tenants.archive({ tenant_id: id }),
  isShared: false,
}

/** Groups that differ in every member that lists of groups filter or sort by. */
const groupSpread = async (world: World) => {
  const [first, second] = await Promise.all([project.make(world), project.make(world)])
  return [
    { description: '50% keepers', project_id: first },
    { description: 'a_b plain', project_id: second },
    { description: 'Long And Grey' },
    { description: 'grey', key: `k${newId().toLowerCase()}` },
    {},
  ].map((body) => ({ ...body, name: world.unique() }))
}

/** Adds a member to several groups, one of them archived. */
async function joinGroups(world: World, userId: string): Promise<void> {
  const ids = await Promise.all(
    (await groupSpread(world)).map(async (body) => (await world.client.groups.create(body)).id),
  )
  for (const group_id of ids) await world.client.groups.memberships.create({ group_id }, { user_id: userId })
  await world.client.groups.archive({ group_id: ids[0] ?? '' })
}

const joinOne = async (world: World, userId: string) =>
  world.client.groups.memberships.create({ group_id: await group.make(world) }, { user_id: userId })

const describeTenant = (world: World, tenant_id: string) =>
  world.client.tenants.update({ tenant_id }, { description: world.unique() })

/** The operations on users for an operator, who may change the accounts of the tenant. */
const accountsIn = async (world: World) =>
  world.worlds.service.as(await operatorIn(world), world.tenantId).users

/** An account with so many additional sessions. */
async function sessions(world: World, count: number) {
  const { worlds } = world
  const user = await newMember(world)
  const others: string[] = []
  for (let n = 0; n < count; n += 1)
    others.push(
      (await worlds.service.anonymous.auth.createToken({ email: user.email, password: PASSWORD })).session_id,
    )
  return { user, others }
}

export const systemSamples: SamplesOf<
  'auth' | 'tenants' | 'tenantGroups' | 'groups' | 'memberships' | 'members' | 'users' | 'me' | 'invitations'
> = {
  auth: {
    others: {
      getSignUp: async () => ({}),
      token: async ({ worlds }) => ({
        body: { email: (await worlds.service.signUp()).email, password: PASSWORD },
      }),
      refresh: async ({ worlds }) => ({
        body: { refresh_token: (await worlds.service.signUp()).refreshToken },
      }),
      forgotPassword: async () => ({ body: { email: newEmail() } }),
      resetPassword: async (world) => {
        const user = await newMember(world)
        const token = await linkTo(world, 'reset_password', user)
        return { body: { token, password: `${PASSWORD} and more` } }
      },
      verifyEmail: async (world) => ({
        body: { token: await linkTo(world, 'verify_email', await newMember(world)) },
      }),
    },
  },
  tenants: {
    store: tenantStore,
    create: async (world) => ({ name: world.unique() }),
    patch: async (world) => ({ name: world.unique(), timezone: 'Europe/Zurich', description: 'Changed' }),
    spread: async (world) =>
      [
        { description: '50% school' },
        { description: 'a_b college', locale: 'de' },
        { description: 'A School And College', timezone: 'Europe/Berlin' },
        { description: 'college' },
        {},
      ].map((body) => ({ ...body, name: world.unique() })),
    searched: ['name', 'slug', 'description'],
    references: {},
    lifecycle: tenantLifecycle,
    others: {
      delete: async (world) => {
        const tenant_id = await ownTenant.make(world)
        await world.client.tenants.archive({ tenant_id })
        return { params: { tenant_id } }
      },
      history: {
        call: async (world) => {
          const tenant_id = await ownTenant.make(world)
          for (let n = 0; n < 3; n += 1) await describeTenant(world, tenant_id)
          return { params: { tenant_id } }
        },
        more: (world, { params }) => describeTenant(world, params?.tenant_id ?? ''),
      },
    },
  },
  tenantGroups: {
    others: {
      list: {
        call: async (world) => {
          for (const body of await groupSpread(world)) await world.client.groups.create(body)
          await world.client.groups.archive({ group_id: await group.make(world) })
          return { params: { tenant_id: world.tenantId } }
        },
        more: (world) => group.make(world),
        searched: ['name', 'key', 'description'],
      },
    },
  },
  groups: {
    store: groupStore,
    create: async (world) => ({ name: world.unique() }),
    patch: async (world) => ({ name: world.unique(), description: 'Changed' }),
    spread: groupSpread,
    searched: ['name', 'key', 'description'],
    references: { project_id: { ...project, group: 'projects' } },
    lifecycle: groupLifecycle,
    others: {},
  },
  memberships: {
    references: {
      user_id: { ...newColleague, insteadOf: ['member_group_id'] },
      member_group_id: { ...group, insteadOf: ['user_id'] },
    },
    others: {
      list: {
        call: async (world) => {
          const group_id = await group.make(world)
          for (let n = 0; n < 3; n += 1) {
            await world.client.groups.memberships.create(
              { group_id },
              { user_id: (await newMember(world)).id },
            )
            await world.client.groups.memberships.create(
              { group_id },
              { member_group_id: await group.make(world) },
            )
          }
          return { params: { group_id } }
        },
        more: async (world, { params }) =>
          world.client.groups.memberships.create(
            { group_id: params?.group_id ?? '' },
            { user_id: (await newMember(world)).id },
          ),
      },
      create: async (world) => ({
        params: { group_id: await group.make(world) },
        body: { user_id: (await newMember(world)).id },
      }),
      delete: async (world) => {
        const group_id = await group.make(world)
        const { id } = await world.client.groups.memberships.create(
          { group_id },
          { user_id: (await newMember(world)).id },
        )
        return { params: { group_id, membership_id: id } }
      },
    },
  },
  members: {
    others: {
      delete: async (world) => ({ params: { user_id: (await newMember(world)).id } }),
    },
  },
  users: {
    others: {
      create: async () => ({ body: { email: newEmail(), password: PASSWORD } }),
      list: {
        call: async (world) => {
          const { sql } = world.worlds.service.database
          for (const [first, last, signedIn] of [
            ['Ada', 'Lovelace', true],
            ['Grace', 'Hopper', false],
            ['ada', null, true],
            ['50% a_b', 'Grey', false],
          ] as const) {
            const { id } = await newMember(world)
            await sql`update users set first_name = ${first}, last_name = ${last}, display_name = ${last},
              username = ${last ? id.toLowerCase() : null}, last_sign_in_at = ${signedIn ? new Date() : null} where id = ${id}`
          }
          const service = await newMember(world)
          await sql`update users set kind = 'service', email = null, password_hash = null where id = ${service.id}`
          await world.client.persons.create({ user_id: (await newMember(world)).id })
          const gone = await newMember(world)
          await sql`update users set status = 'deactivated', deactivated_at = now() where id = ${gone.id}`
          return {}
        },
        more: newMember,
        searched: ['email', 'username', 'display_name', 'first_name', 'last_name'],
      },
      get: async (world) => ({ params: { user_id: (await newMember(world)).id } }),
      update: (world) =>
        onOneself(world, { display_name: 'Ada', email: newEmail(), current_password: PASSWORD }),
      delete: (world) => onOneself(world),
      deactivate: async (world) => ({
        params: { user_id: (await newMember(world)).id },
        token: await operatorIn(world),
      }),
      restore: async (world) => {
        const { id } = await newMember(world)
        await world.worlds.service.database
          .sql`update users set status = 'deactivated', deactivated_at = now() where id = ${id}`
        return { params: { user_id: id }, token: await operatorIn(world) }
      },
      listGroups: {
        call: async (world) => {
          const { id } = await newMember(world)
          await joinGroups(world, id)
          return { params: { user_id: id } }
        },
        more: (world, { params }) => joinOne(world, params?.user_id ?? ''),
        searched: ['name', 'key', 'description'],
      },
      history: {
        call: async (world) => {
          const params = { user_id: (await newMember(world)).id }
          const accounts = await accountsIn(world)
          for (let n = 0; n < 3; n += 1) await accounts.update(params, { first_name: newId() })
          await accounts.deactivate(params)
          await accounts.restore(params)
          return { params }
        },
        more: async (world, { params }) =>
          (await accountsIn(world)).update({ user_id: params?.user_id ?? '' }, { first_name: newId() }),
      },
    },
  },
  invitations: {
    store: invitationStore,
    create: async (world) => ({ email: newEmail(), message: world.unique() }),
    patch: undefined,
    spread: async () =>
      [{ expires_in: 7_200 }, { expires_in: 86_400 }, { message: 'Welcome' }, {}, { expires_in: 10_000 }].map(
        (body) => ({ ...body, email: newEmail() }),
      ),
    further: async (world) => {
      for (let n = 0; n < 3; n += 1) {
        const { id } = await newInvitation(world)
        await world.client.invitations.delete({ invitation_id: id })
      }
    },
    searched: ['email', 'message'],
    references: {},
    lifecycle: undefined,
    others: {
      revoke: async (world) => ({ params: { invitation_id: (await newInvitation(world)).id } }),
      resend: async (world) => ({
        params: { invitation_id: (await newInvitation(world)).id },
        body: { reason: world.unique() },
      }),
      preview: async (world) => ({
        body: { token: await linkOfInvitation(world, await newInvitation(world)) },
        changesNothing: true,
      }),
      accept: async (world) => ({
        body: { token: await linkOfInvitation(world, await newInvitation(world)), password: PASSWORD },
      }),
      decline: async (world) => ({
        body: { token: await linkOfInvitation(world, await newInvitation(world)) },
      }),
    },
  },
  me: {
    references: {
      project_id: project,
      default_tenant_id: ownTenant,
      default_project_id: project,
    },
    others: {
      signUp: async () => ({ body: { email: newEmail(), password: PASSWORD, display_name: 'Ada' } }),
      signIn: async ({ worlds }) => ({
        body: { username: (await worlds.service.signUp()).email, password: PASSWORD },
      }),
      signOut: async ({ worlds }) => ({
        token: (await worlds.service.signUp()).token,
        headers: { 'x-tenant-id': null },
      }),
      get: async () => ({}),
      acknowledgeNotice: async (world) => {
        const user = await newMember(world)
        const operator = world.worlds.service.as(await operatorIn(world))
        await operator.users.update({ user_id: user.id }, { email: newEmail() })
        const { access_token } = await world.worlds.service.anonymous.auth.createToken({
          email: (await operator.users.get({ user_id: user.id })).email ?? '',
          password: PASSWORD,
        })
        return { token: access_token }
      },
      resendVerification: async (world) => ({ token: (await newMember(world)).token }),
      listSessions: {
        call: async (world) => {
          const { user } = await sessions(world, 5)
          return { token: user.token, headers: { 'x-tenant-id': null } }
        },
        more: async ({ worlds }, { token }) => {
          const { email } = await worlds.service.as(token ?? '').me.get()
          return worlds.service.anonymous.auth.createToken({ email, password: PASSWORD })
        },
      },
      deleteSession: async (world) => {
        const { user, others } = await sessions(world, 1)
        return {
          params: { session_id: others[0] ?? '' },
          token: user.token,
        }
      },
      deleteSessions: async (world) => {
        const { user } = await sessions(world, 1)
        return { token: user.token }
      },
      listTenants: {
        call: async (world) => {
          for (const body of await systemSamples.tenants.spread(world))
            await world.client.tenants.create(body)
          return {}
        },
        more: (world) => ownTenant.make(world),
        searched: ['name', 'slug', 'description'],
      },
      listGroups: {
        call: async (world) => {
          await joinGroups(world, world.user.id)
          return {}
        },
        more: (world) => joinOne(world, world.user.id),
        searched: ['name', 'key', 'description'],
      },
      listProjects: {
        call: async (world) => {
          for (const name of ['50% off', 'a_b', 'grey', 'Long And Grey', 'plain'])
            await world.client.projects.create({ name: `${name} ${world.unique()}`, description: name })
          await world.client.projects.archive({ project_id: await project.make(world) })
          return {}
        },
        more: (world) => project.make(world),
        searched: ['key', 'name', 'description'],
      },
      getPermissions: async () => ({}),
      getTenant: async () => ({}),
      selectTenant: async (world) => ({
        body: { tenant_id: await ownTenant.make(world) },
      }),
      getProject: async (world) => {
        await world.client.me.currentProject.set({ project_id: await project.make(world) })
        return {}
      },
      selectProject: async (world) => ({ body: { project_id: await project.make(world) } }),
      getPreferences: async () => ({}),
      updatePreferences: async (world) => ({
        // A default project must belong to the default tenant.
        body: {
          default_tenant_id: world.tenantId,
          theme: 'dark',
          page_size: 20,
          extra: { note: world.unique() },
        },
      }),
    },
  },
}
