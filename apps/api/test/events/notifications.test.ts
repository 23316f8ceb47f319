import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { createDatabase, type TestDatabase } from '../database.ts'
import { type MailServer, startMailServer } from '../mail-server.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { addToGroup, createProject, createTenant, grantOnly } from '../world.ts'

let mail: MailServer
let database: TestDatabase
let service: TestService
let second: TestService
let ada: TestUser
let bob: TestUser
let tenantId: string

// Two instances on one database: a user is notified once, whatever the instances do.
beforeAll(async () => {
  mail = await startMailServer()
  database = await createDatabase()
  service = await startService({ ...mail.settings }, database)
  second = await startService({ ...mail.settings }, database)
  ada = await service.signUp()
  bob = await service.signUp()
  tenantId = await createTenant(service, { owners: [ada, bob] })
})
afterAll(async () => {
  await Promise.all([service.stop(), second.stop()])
  await database.drop()
  await mail.stop()
})

const as = (user: TestUser) => service.as(user.token, tenantId)

/** The notifications of a user about an issue, once there are `count`. */
async function notified(user: TestUser, issueId: string, count: number) {
  const about = async () => (await as(user).me.notifications.list()).filter((one) => one.issue_id === issueId)
  await expect.poll(async () => (await about()).length).toBe(count)
  return about()
}

test('assignee, watchers and who is named are notified once, and nobody of their own changes', async () => {
  const username = `bob${newId().toLowerCase().slice(-8)}`
  await database.sql`update users set username = ${username} where id = ${bob.id}`
  const { id: issue_id, key } = await as(ada).issues.create({ title: 'Printer jams', assignee_id: bob.id })
  expect(await notified(bob, issue_id, 1)).toMatchObject([
    { kind: 'assigned', issue_key: key, issue_title: 'Printer jams', actor_id: ada.id, read_at: null },
  ])
  await as(ada).issues.comments.create({ issue_id }, { body: `@${username}, can you have a look?` })
  expect(await notified(bob, issue_id, 2)).toMatchObject([{ kind: 'mentioned' }, { kind: 'assigned' }])
  await as(bob).issues.comments.create({ issue_id }, { body: 'Done.' })
  expect(await notified(ada, issue_id, 1)).toMatchObject([{ kind: 'watched', actor_id: bob.id }])
  await notified(bob, issue_id, 2)
})

test('a notification is read once, and counted until then', async () => {
  const { id: issue_id } = await as(ada).issues.create({ title: 'Count me', assignee_id: bob.id })
  const [one] = await notified(bob, issue_id, 1)
  const unread = async () => (await as(bob).me.notifications.list({ read_at__is_null: true })).length
  const before = await unread()
  await as(bob).me.notifications.read({ notification_id: one?.id ?? '' })
  expect(await unread()).toBe(before - 1)
  await as(bob).me.notifications.readAll()
  expect(await unread()).toBe(0)
})

test('nobody is notified of what they may not read, then or later', async () => {
  const carol = await service.signUp()
  await grantOnly(service, tenantId, carol, ['issues:read'])
  const { id: issue_id } = await as(ada).issues.create({ title: 'Watched by Carol' })
  await as(ada).issues.watchers.create({ issue_id }, { user_id: carol.id })
  await as(ada).issues.comments.create({ issue_id }, { body: 'For agents alone', visibility: 'internal' })
  await as(ada).issues.comments.create({ issue_id }, { body: 'For everybody' })
  expect(await notified(carol, issue_id, 1)).toHaveLength(1)
  await grantOnly(service, tenantId, carol, ['locations:read'])
  expect(await as(carol).me.notifications.list()).toEqual([])
})

test('who is mentioned in a project that they may not read gets no notification', async () => {
  const dan = await service.signUp()
  const username = `dan${newId().toLowerCase().slice(-8)}`
  await database.sql`update users set username = ${username} where id = ${dan.id}`
  const [shown, hidden] = [await createProject(service, tenantId), await createProject(service, tenantId)]
  await grantOnly(service, tenantId, dan, ['issues:read'], shown)
  const named = async (project_id: string) => {
    const { id: issue_id } = await as(ada).issues.create({ title: 'Who knows?', project_id })
    await as(ada).issues.comments.create({ issue_id }, { body: `Ask @${username}` })
    return issue_id
  }
  await named(hidden)
  const issueId = await named(shown)
  await notified(dan, issueId, 1)
  const [rows] = await database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    return sql`select array_agg(issue_id) as about from notifications where tenant_id = ${tenantId} and user_id = ${dan.id}`
  })
  expect(rows?.about).toEqual([issueId])
})

test('mails follow the preferences, say how to end them, and have nothing that was read', async () => {
  const { email } = await as(bob).me.get()
  await as(bob).me.notificationPreferences.update({ assigned: 'at_once', watched: 'daily' })
  const title = `Mail ${newId()}`
  await as(ada).issues.create({ title, assignee_id: bob.id })
  await expect.poll(() => mail.received.filter(({ subject }) => subject.includes(title)).length).toBe(1)
  const sent = mail.received.find(({ subject }) => subject.includes(title))
  expect(sent?.to).toBe(email)
  expect(sent?.raw).toMatch(/^List-Unsubscribe:\s+<\S+\/account>/m)
  await as(bob).me.notificationPreferences.update({ assigned: 'never' })
  const { id: issue_id } = await as(ada).issues.create({ title: `Not ${title}`, assignee_id: bob.id })
  await notified(bob, issue_id, 1)
  const waiting = await database.sql`
    select due_at > now() as is_later from mail_outbox where kind = 'notification_digest' and sent_at is null`
  expect(waiting.every(({ is_later }) => is_later)).toBe(true)
  expect(mail.received.filter(({ subject }) => subject.includes(`Not ${title}`))).toEqual([])
})

test('approvers are notified once, by whichever instance, and one who joins them later does not have the others notified again', async () => {
  const carol = await service.signUp()
  await addToGroup(service, tenantId, 'owners', carol)
  const details = {
    change_type: 'emergency' as const,
    implementation_plan: 'Swap it',
    approver_ids: [bob.id],
  }
  const { id: issue_id } = await as(ada).issues.create({ title: 'New switch', issue_type: 'change', details })
  await as(ada).issues.update({ issue_id }, { status: 'authorize' })
  await as(ada).issues.update({ issue_id }, { details: { approver_ids: [bob.id, carol.id] } })
  expect(await notified(carol, issue_id, 1)).toMatchObject([{ kind: 'approval_requested', actor_id: ada.id }])
  expect(await notified(bob, issue_id, 1)).toMatchObject([{ kind: 'approval_requested', actor_id: ada.id }])
})

test('the daily mail comes at seven in the tenant, and has each entry once', async () => {
  const carol = await service.signUp()
  await addToGroup(service, tenantId, 'owners', carol)
  // A time zone in which the clock does not reach seven while the test runs.
  const [timezone] = await database.sql`
    select name from unnest(array['Pacific/Auckland', 'Asia/Tokyo']) name
     where extract(hour from now() at time zone name) <> 6 limit 1`
  await as(ada).tenants.update({ tenant_id: tenantId }, { timezone: String(timezone?.name) })
  await as(carol).me.notificationPreferences.update({ assigned: 'never', watched: 'daily' })
  const watched = async (title: string) => {
    const { id: issue_id } = await as(ada).issues.create({ title })
    await as(ada).issues.watchers.create({ issue_id }, { user_id: carol.id })
    await as(ada).issues.comments.create({ issue_id }, { body: 'Look' })
    await notified(carol, issue_id, 1)
  }
  await watched('Broken door')
  const { id: assigned } = await as(ada).issues.create({ title: 'By no mail', assignee_id: carol.id })
  await notified(carol, assigned, 1)
  await watched('Broken window')
  const waiting = () => database.sql<{ id: string; is_at_seven: boolean; is_next: boolean }[]>`
    select m.id, (m.due_at at time zone t.timezone)::time = '07:00' as is_at_seven,
           m.due_at > m.created_at and m.due_at <= m.created_at + interval '24 hours 1 minute' as is_next
      from mail_outbox m join tenants t on t.id = m.tenant_id
     where m.kind = 'notification_digest' and m.user_id = ${carol.id} and m.sent_at is null`
  const mails = () =>
    mail.received
      .filter(({ to, raw }) => to === carol.email && raw.includes('List-Unsubscribe'))
      .map(({ text }) => text)
  /** Sends the waiting mail now. */
  const sendNow = async (count: number) => {
    const found = await waiting()
    expect(found).toMatchObject([{ is_at_seven: true, is_next: true }])
    await database.sql`update mail_outbox set due_at = now() where id = ${found[0]?.id ?? ''}`
    await expect.poll(() => mails().length).toBe(count)
  }
  await sendNow(1)
  expect(mails()[0]).toMatch(/Broken door[\s\S]*Broken window/)
  expect(mails()[0]).not.toContain('By no mail')
  await expect.poll(async () => (await waiting()).length).toBe(0)
  await watched('Broken chair')
  await sendNow(2)
  expect(mails()[1]).toContain('Broken chair')
  expect(mails()[1]).not.toContain('Broken door')
})

test('the assignee is notified once when an issue is due, by whichever instance, and its watchers are not', async () => {
  const due_date = new Date().toISOString().slice(0, 10)
  await as(ada).tenants.update({ tenant_id: tenantId }, { timezone: 'UTC' })
  await as(bob).me.notificationPreferences.update({ assigned: 'never', due: 'at_once' })
  const title = `Due ${newId()}`
  const { id: issue_id } = await as(ada).issues.create({ title, assignee_id: bob.id, due_date })
  // The creator watches the issue.
  const { id: ahead } = await as(ada).issues.create({ title: 'Ahead', assignee_id: bob.id })
  const notificationsOf = async (user: TestUser) =>
    (await as(user).me.notifications.list({ kind: ['due'] })).map((one) => one.issue_id)
  await expect.poll(() => notificationsOf(bob), { timeout: 45_000 }).toEqual([issue_id])
  expect((await notified(bob, issue_id, 2))[0]).toMatchObject({
    kind: 'due',
    actor_id: null,
    actor_name: null,
  })
  await expect
    .poll(() => mail.received.filter(({ text }) => text.includes(title)).map(({ text }) => text), {
      timeout: 15_000,
    })
    .toEqual([expect.stringContaining('which is assigned to you, is due.')])
  await as(bob).me.notificationPreferences.update({ due: 'never' })
  await as(ada).issues.update({ issue_id: ahead }, { due_date })
  await expect.poll(() => notificationsOf(bob), { timeout: 45_000 }).toEqual([ahead, issue_id])
  expect(mail.received.filter(({ subject, text }) => `${subject} ${text}`.includes('Ahead'))).toEqual([])
  const ofAda = (await as(ada).me.notifications.list()).filter((one) => one.issue_id === issue_id)
  expect(ofAda).toEqual([])
}, 120_000)

test('who holds an asset is notified once on the day when it is to be returned, as long as they may see assets', async () => {
  const carol = await service.signUp()
  await grantOnly(service, tenantId, carol, ['issues:read'])
  await as(ada).tenants.update({ tenant_id: tenantId }, { timezone: 'UTC' })
  await as(bob).me.notificationPreferences.update({ due: 'at_once' })
  const name = `Notebook ${newId()}`
  const { id: model_id } = await as(ada).assetModels.create({ name, tracking_type: 'serialized' })
  const expected_return_date = new Date().toISOString().slice(0, 10)
  const handOut = async (user: TestUser) => {
    const person = await as(ada).persons.create({ user_id: user.id })
    const asset = await as(ada).assets.create({ name, model_id, asset_tag: newId(), serial_number: newId() })
    const assignment = { asset_id: asset.id, person_id: person.id, expected_return_date }
    await as(ada).assetAssignments.create(assignment)
    return asset
  }
  const [asset, hidden] = [await handOut(bob), await handOut(carol)]
  const notificationsOf = async (user: TestUser) =>
    (await as(user).me.notifications.list()).filter((one) => one.asset_id !== null)
  await expect.poll(async () => (await notificationsOf(bob)).length).toBe(1)
  expect(await notificationsOf(bob)).toMatchObject([
    {
      kind: 'due',
      issue_id: null,
      issue_key: null,
      asset_id: asset.id,
      asset_tag: asset.asset_tag,
      asset_name: name,
    },
  ])
  await expect
    .poll(() => mail.received.filter(({ text }) => text.includes(asset.asset_tag)).map(({ text }) => text))
    .toEqual([expect.stringContaining('which you have, is due for return.')])
  const passed = () => as(ada).auditLog.list({ record_type: ['asset_assignment'], action: ['due'] })
  await expect.poll(async () => (await passed()).length).toBe(2)
  const { id: issue_id } = await as(ada).issues.create({ title: 'After both', assignee_id: carol.id })
  await notified(carol, issue_id, 1)
  await grantOnly(service, tenantId, carol, ['issues:read', 'assets:read'])
  expect(await notificationsOf(carol)).toEqual([])
  expect(await notificationsOf(bob)).toHaveLength(1)
  expect(mail.received.filter(({ text }) => text.includes(hidden.asset_tag))).toEqual([])
  await grantOnly(service, tenantId, bob, ['issues:read'])
  expect(await notificationsOf(bob)).toEqual([])
})
