import { notificationKinds } from '@commonhold/contract'
import { newId } from '../../../src/base/ids.ts'
import type { TestUser } from '../../service.ts'
import { addToGroup } from '../../world.ts'
import { membersOf } from '../reply-rules.ts'
import type { SamplesOf } from '../sample.ts'
import type { World } from '../worlds.ts'

const newModel = (world: World) => ({ name: world.unique(), tracking_type: 'serialized' as const })

/** Owners of the tenant by id. Everything that a test does adds to the log, so the lists filter by these actors. */
const actors = new Map<string, TestUser>()

async function newActor({ worlds: { service }, tenantId }: World): Promise<TestUser> {
  const user = await service.signUp()
  await addToGroup(service, tenantId, 'owners', user)
  actors.set(user.id, user)
  return user
}

/** Adds a log entry of a refused request with an API key of the user. */
const refuseKey = ({ worlds, tenantId }: World, userId: string, reason: string) =>
  worlds.service.database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    await sql`
      insert into audit_log (id, tenant_id, actor_id, api_key_id, request_id, operation, action, reason)
      values (${newId()}, ${tenantId}, ${userId}, ${newId()}, ${newId()}, 'createAssetModel', 'denied', ${reason})`
  })

/** Adds entries with several types of records, actions and users. Returns the actors. */
async function fillLog(world: World): Promise<string[]> {
  const { service } = world.worlds
  const [one, other] = [await newActor(world), await newActor(world)]
  const client = service.as(one.token, world.tenantId)
  const { id: asset_model_id } = await client.assetModels.create(newModel(world))
  await client.assetModels.update({ asset_model_id }, { description: 'Changed' })
  await client.assetModels.delete({ asset_model_id })
  await client.groups.create({ name: world.unique() })
  await service.as(other.token, world.tenantId).issues.create({ title: world.unique() })
  for (const reason of ['permission_denied', 'api_key_expired']) await refuseKey(world, other.id, reason)
  return [one.id, other.id]
}

/** How often the preferences of each user were changed: each change sets other values than before, and than the defaults. */
const changesOf = new Map<string, number>()

/** Adds a notification about an issue for the user of the world, and returns its id. */
async function newNotification(
  world: World,
  { kind = 'assigned', readAt = null }: { readonly kind?: string; readonly readAt?: string | null } = {},
): Promise<string> {
  const { worlds, tenantId, user, client } = world
  const { id: issue_id } = await client.issues.create({ title: world.unique() })
  const id = newId()
  await worlds.service.database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    await sql`insert into notifications (id, user_id, kind, issue_id, is_internal, event_id, request_id, read_at)
      values (${id}, ${user.id}, ${kind}, ${issue_id}, false, ${newId()}, ${id}, ${readAt})`
  })
  return id
}

export const eventSamples: SamplesOf<'auditLog' | 'events' | 'notifications' | 'myNotificationPreferences'> =
  {
    events: {
      others: {
        get: async (world) => {
          await fillLog(world)
          return {}
        },
        head: async () => ({}),
      },
    },
    notifications: {
      others: {
        list: {
          call: async (world) => {
            for (const [at, kind] of notificationKinds.entries()) {
              await newNotification(world, { kind })
              await newNotification(world, { kind, readAt: `2026-01-0${at + 1}T08:00:00.000Z` })
            }
            return {}
          },
          more: (world) => newNotification(world),
        },
        read: async (world) => ({ params: { notification_id: await newNotification(world) } }),
        readAll: async (world) => {
          await newNotification(world)
          return {}
        },
      },
    },
    myNotificationPreferences: {
      others: {
        get: async () => ({}),
        update: async ({ user }) => {
          const count = changesOf.get(user.id) ?? 0
          changesOf.set(user.id, count + 1)
          return {
            body: {
              watched: (['at_once', 'never', 'daily'] as const)[count % 3],
              mentioned: (['never', 'daily', 'at_once'] as const)[count % 3],
            },
          }
        },
      },
    },
    auditLog: {
      others: {
        list: {
          call: async (world) => ({ query: { actor_id: await fillLog(world) } }),
          more: (world, { query }) => {
            const actor = [membersOf(query).actor_id].flat().map((id) => actors.get(String(id)))[0]
            if (!actor) throw new Error('nobody of this call is known')
            return world.worlds.service.as(actor.token, world.tenantId).assetModels.create(newModel(world))
          },
        },
      },
    },
  }
