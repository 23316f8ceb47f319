import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { systemClock } from '../../src/base/clock.ts'
import { newId } from '../../src/base/ids.ts'
import { ConnectionPool } from '../../src/db/connection-pool.ts'
import { type Jobs, openJobs } from '../../src/jobs/jobs.ts'
import { startPassingTime } from '../../src/times/passing.service.ts'
import { resumeQueue } from '../../src/work/change/issue-resuming.service.ts'
import { startService, type TestService, type TestUser } from '../service.ts'
import { createTenant, grantOnly } from '../world.ts'

const INSTANCES = 4
const silent = pino({ level: 'silent' })

let service: TestService
let owner: TestUser
let tenantId: string
let jobs: Jobs
let connections: ConnectionPool
beforeAll(async () => {
  service = await startService({ ROLE: 'api' })
  owner = await service.signUp()
  tenantId = await createTenant(service, { owners: [owner] })
  connections = new ConnectionPool(service.database.runtime, 2)
  jobs = openJobs(service.database.runtime, true, silent)
  await jobs.start([resumeQueue(connections, systemClock, silent)])
})
afterAll(async () => {
  await jobs.stop()
  await connections.close()
  await service.stop()
})

const client = () => service.as(owner.token, tenantId)
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Runs several instances at the same time, until each has looked for passed times at least three times. */
async function passTime(): Promise<void> {
  const tenants = (await service.database.sql`select from tenants`).length
  const pools = Array.from({ length: INSTANCES }, () => new ConnectionPool(service.database.runtime, 1))
  const looks = pools.map((pool) => vi.spyOn(pool, 'acquire'))
  const running = pools.map((pool) => startPassingTime(pool, jobs, silent, 50))
  // Each round looks for the tenants, and then at each of them.
  await expect
    .poll(() => Math.min(...looks.map(({ mock }) => mock.calls.length)))
    .toBeGreaterThan(3 * (1 + tenants))
  await Promise.all(running.map((one) => one.stop()))
  await Promise.all(pools.map((pool) => pool.close()))
}

/** All events of a tenant, once its log is complete: transactions of other tests on the server delay events. */
async function eventsOf(api: ReturnType<typeof client>) {
  const { id } = await api.groups.create({ name: newId() })
  const read = async () => (await api.events.get({ limit: 500 })).events
  await expect.poll(async () => (await read()).map(({ data }) => data.record_id)).toContain(id)
  return read()
}

/** The events of passed times in the log, as `type record actor`. */
async function passedEvents(): Promise<string[]> {
  return (await eventsOf(client()))
    .filter(({ data }) => data.operation === 'passTime')
    .map(({ type, data }) => `${type} ${data.record_id} ${data.actor_id}`)
    .sort()
}

test('what has come makes one event over all instances; what is ahead, ended or long past makes none', async () => {
  const api = client()
  const due = await api.issues.create({ title: 'Due', due_date: dayFromNow(0) })
  await api.issues.create({ title: 'Ahead', due_date: dayFromNow(2) })
  const archived = await api.issues.create({ title: 'Archived', due_date: dayFromNow(0) })
  await api.issues.archive({ issue_id: archived.id })
  await api.issues.create({ title: 'Long past', due_date: dayFromNow(-30) })
  const model = await api.assetModels.create({ name: 'Laptop', tracking_type: 'serialized' })
  const asset = (name: string, warranty_end_date: string) =>
    api.assets.create({ model_id: model.id, name, serial_number: name, warranty_end_date })
  const ended = await asset('Ended', dayFromNow(-2))
  await asset('Covered', dayFromNow(1))
  const person = await api.persons.create({})
  const lent = await api.assets.assignments.create(
    { asset_id: ended.id },
    { person_id: person.id, expected_return_date: dayFromNow(0) },
  )
  const [group] = await api.groups.list({ key: ['users'] })
  const invitationId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
  await service.database.sql.begin(async (sql) => {
    await sql`select commonhold_select_tenant(${tenantId})`
    await sql`
      insert into invitations (id, email, group_ids, expires_at, lifetime)
      values (${invitationId}, 'kim@example.org', array[${group?.id ?? ''}::text], now() - interval '1 minute', 3600)`
  })
  await passTime()
  const expected = [
    `asset.warranty_ended ${ended.id} null`,
    `asset_assignment.due ${lent.id} null`,
    `invitation.expired ${invitationId} null`,
    `issue.due ${due.id} null`,
  ]
  expect(await passedEvents()).toEqual(expected)
  await passTime()
  expect(await passedEvents()).toEqual(expected)
  await api.issues.update({ issue_id: due.id }, { due_date: dayFromNow(-1) })
  await passTime()
  expect(await passedEvents()).toEqual([...expected, `issue.due ${due.id} null`].sort())
  expect((await api.issues.history.list({ issue_id: due.id })).map(({ action }) => action)).not.toContain(
    'due',
  )
})

test('a tenant whose events cannot be made delays no other', async () => {
  const { sql } = service.database
  const later = await createTenant(service, { owners: [owner] })
  await sql.unsafe(`
    create function refuse_time() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse_time before insert on passed_times for each row when (new.tenant_id = '${tenantId}')
    execute function refuse_time()`)
  try {
    await client().issues.create({ title: 'Refused', due_date: dayFromNow(0) })
    const { id } = await service
      .as(owner.token, later)
      .issues.create({ title: 'Due today', due_date: dayFromNow(0) })
    await passTime()
    const events = await eventsOf(service.as(owner.token, later))
    expect(events.filter(({ type }) => type === 'issue.due').map(({ data }) => data.record_id)).toEqual([id])
  } finally {
    await sql.unsafe('drop trigger refuse_time on passed_times; drop function refuse_time()')
  }
})

/** Moves the time to resume of an issue into the past. */
const resumeTimeIsOver = (issueId: string) =>
  service.database.sql.begin(async (sql) => {
    const past = new Date(Date.now() - 60_000).toISOString()
    await sql`select commonhold_select_tenant(${tenantId})`
    await sql`update issues set details = jsonb_set(details, '{resume_at}', to_jsonb(${past}::text)) where id = ${issueId}`
  })

test('an issue is resumed when the time to resume has come, by its workflow', async () => {
  const api = client()
  const issue = await api.issues.create({ title: 'Waits for a part', issue_type: 'incident' })
  const issue_id = issue.id
  const statuses = async () => (await api.issues.get({ issue_id })).status
  await api.issues.update({ issue_id }, { status: 'in_progress' })
  const resume_at = new Date(Date.now() + 3_600_000).toISOString()
  await api.issues.update(
    { issue_id },
    { status: 'on_hold', details: { on_hold_reason: 'awaiting_vendor', resume_at } },
  )
  await passTime()
  expect(await statuses()).toBe('on_hold')
  await resumeTimeIsOver(issue_id)
  await passTime()
  await expect.poll(statuses, { interval: 100 }).toBe('in_progress')
  const { details } = await api.issues.get({ issue_id })
  expect(details).toMatchObject({ on_hold_reason: null, resume_at: null })
  const history = await api.issues.history.list({ issue_id })
  expect(history.at(-1)).toMatchObject({ action: 'transitioned', actor_id: null })
  expect(history.filter(({ action }) => action === 'transitioned')).toHaveLength(3)
})

test('an issue resumes with the rights of who set the time, and stays paused without them', async () => {
  const member = await service.signUp()
  await grantOnly(service, tenantId, member, ['issues:read', 'issues:write'])
  const theirs = service.as(member.token, tenantId)
  const resume_at = new Date(Date.now() + 3_600_000).toISOString()
  const pause = { status: 'on_hold', details: { on_hold_reason: 'awaiting_vendor' } } as const
  const startedByOwner = async (title: string) => {
    const { id: issue_id } = await client().issues.create({ title, issue_type: 'incident' })
    await client().issues.update({ issue_id }, { status: 'in_progress' })
    return issue_id
  }
  const ofOwner = await startedByOwner('Paused by the member, timed by the owner')
  await theirs.issues.update({ issue_id: ofOwner }, { ...pause, details: { ...pause.details, resume_at } })
  const later = new Date(Date.now() + 7_200_000).toISOString()
  await client().issues.update({ issue_id: ofOwner }, { details: { resume_at: later } })
  const ofMember = await startedByOwner('Paused by the owner, timed by the member')
  await client().issues.update({ issue_id: ofMember }, { ...pause, details: { ...pause.details, resume_at } })
  await theirs.issues.update({ issue_id: ofMember }, { details: { resume_at: later } })
  await grantOnly(service, tenantId, member, ['issues:read'])
  for (const id of [ofMember, ofOwner]) await resumeTimeIsOver(id)
  await passTime()
  const statusOf = async (issue_id: string) => (await client().issues.get({ issue_id })).status
  await expect.poll(() => statusOf(ofOwner), { interval: 100 }).toBe('in_progress')
  await expect
    .poll(
      () => service.database.sql`select from pgboss.job where name = 'issue-resume' and state < 'completed'`,
    )
    .toEqual([])
  expect(await statusOf(ofMember)).toBe('on_hold')
})
