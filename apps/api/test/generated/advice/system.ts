import { type Desk, openDesk } from '../../work/desk.ts'
import { type AdviceCase, newName } from './advice.ts'

const ownersOf = async ({ client }: Desk) =>
  (await client.groups.list({ key: ['owners'] }))[0]?.id ?? 'no owners'

export const systemAdvice: readonly AdviceCase[] = [
  {
    name: 'the only owner',
    code: 'last_owner',
    advice: /Make somebody else an owner first/,
    arrange: async ({ service }) => {
      const desk = await openDesk(service)
      const [group_id, { id: user_id }] = [await ownersOf(desk), await desk.member([])]
      const [own] = await desk.client.groups.memberships.list({ group_id })
      return {
        send: () => desk.client.groups.memberships.delete({ group_id, membership_id: own?.id ?? '' }),
        follow: () => desk.client.groups.memberships.create({ group_id }, { user_id }),
      }
    },
  },
  {
    name: 'a built-in group',
    code: 'built_in_record',
    advice: /Create a record of your own instead/,
    arrange: async (desk) => {
      const group_id = await ownersOf(desk)
      const change = { name: newName(), permissions: ['issues:read' as const] }
      return {
        send: () => desk.client.groups.update({ group_id }, change),
        instead: () => desk.client.groups.create(change),
      }
    },
  },
  {
    name: 'groups within each other',
    code: 'cycle_detected',
    advice: /Choose another record/,
    arrange: async ({ client }) => {
      const add = async () => (await client.groups.create({ name: newName() })).id
      const [outer, inner, other] = [await add(), await add(), await add()]
      await client.groups.memberships.create({ group_id: outer }, { member_group_id: inner })
      const nest = (group_id: string) =>
        client.groups.memberships.create({ group_id: inner }, { member_group_id: group_id })
      return { send: () => nest(outer), instead: () => nest(other) }
    },
  },
  {
    name: 'a group that is archived',
    code: 'record_archived',
    advice: /Restore the record/,
    arrange: async ({ client }) => {
      const { id: group_id } = await client.groups.create({ name: newName() })
      await client.groups.archive({ group_id })
      return {
        send: () => client.groups.update({ group_id }, { name: newName() }),
        follow: () => client.groups.restore({ group_id }),
      }
    },
  },
  {
    name: 'the deletion of a tenant in use',
    code: 'invalid_transition',
    advice: /Archive it with POST .* without naming it in X-Tenant-Id/,
    arrange: async ({ service }) => {
      const { client, owner, tenantId } = await openDesk(service)
      const params = { tenant_id: tenantId }
      return {
        send: () => client.tenants.delete(params),
        named: { params, token: owner.token, tenantId },
        instead: () => service.as(owner.token).tenants.delete(params),
      }
    },
  },
  ...[null, 'another'].map(
    (named): AdviceCase => ({
      name: `an archived tenant, naming ${named ?? 'none'}`,
      code: 'record_archived',
      advice: /sent without X-Tenant-Id or with that of another tenant/,
      arrange: async ({ service }) => {
        const { client, owner, tenantId } = await openDesk(service)
        const { id: another } = await client.tenants.create({ name: newName() })
        const params = { tenant_id: tenantId }
        await client.tenants.archive(params)
        return {
          send: () => client.projects.create({ name: newName() }),
          named: { params, token: owner.token, tenantId: named && another },
        }
      },
    }),
  ),
  {
    name: 'the choice of an archived tenant',
    code: 'record_archived',
    advice: /An owner can restore it with POST/,
    arrange: async ({ service }) => {
      const { owner, tenantId } = await openDesk(service)
      const [params, client] = [{ tenant_id: tenantId }, service.as(owner.token)]
      await client.tenants.archive(params)
      return {
        send: () => client.me.currentTenant.set(params),
        named: { params, token: owner.token, tenantId: null },
      }
    },
  },
  {
    name: 'a user whom custom fields name',
    code: 'dependent_item_exists',
    advice: /Deactivate the account instead/,
    arrange: async (desk) => {
      const name = newName()
      const email = `${name.replace(' ', '')}@example.org`
      const { id: user_id } = await desk.client.users.create({ email, password: 'a password for advice' })
      const { key } = await desk.client.issueFields.create({ name, type: 'user' })
      await desk.newIssue({ custom_fields: { [key]: user_id } })
      return {
        send: () => desk.client.users.delete({ user_id }),
        instead: () => desk.client.users.deactivate({ user_id }),
      }
    },
  },
]
