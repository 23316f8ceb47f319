import { expect, test } from 'vitest'
import { atOnce } from '../auth/instances.ts'
import { repeated } from '../repeated.ts'
import { send, tally } from '../security/send.ts'
import { startProcess } from './child.ts'
import { type Gate, migratedDatabase } from './gate.ts'
import { served } from './served.ts'

interface Live {
  readonly gate: Gate
  /** Starts another instance on the database. Resolves with its address when it is ready. */
  join(): Promise<string>
  /** Reads and writes on the first instance until `end` settles. Returns the number of answers by status. */
  traffic(end: Promise<unknown>): Promise<Record<string, number>>
}

async function live(): Promise<Live> {
  const gate = await migratedDatabase()
  await gate.open()
  const settings = { DATABASE_URL: gate.url, DATABASE_SLOTS: '4' }
  const address = await startProcess(settings).ready
  const call = async (request: string, json?: object, token?: unknown) =>
    send(address, request, { ...(json ? { json } : {}), ...(token ? { token: String(token) } : {}) })
  const account = { email: 'ada@example.org', password: 'a password for tests' }
  const signedUp = await served(() => call('POST /me/signup', account))
  const token = signedUp.json.access_token
  const cable = { name: 'Cable', tracking_type: 'countable' }
  const model = await served(() => call('POST /asset-models', cable, token))
  const asset = { model_id: model.json.id, name: 'Cables' }
  const created = await served(() => call('POST /assets', asset, token))
  return {
    gate,
    join: () => startProcess(settings).ready,
    async traffic(end) {
      let isOver = false
      const over = end.finally(() => {
        isOver = true
      })
      const statuses: number[] = []
      const callers = atOnce(4, async (n) => {
        while (!isOver) {
          const reply =
            n % 2 === 0
              ? await call(`GET /assets/${created.json.id}`, undefined, token)
              : await call('POST /assets', asset, token)
          statuses.push(reply.status)
        }
      })
      await Promise.all([over, callers])
      return tally(statuses)
    },
  }
}

/** No request was refused. On a machine that pauses for seconds, one may be. */
const isServed = (statuses: Record<string, number>) => !('503' in statuses)

test('an instance starts while another runs and a report reads for long, and nobody waits', async () => {
  const joined = async () => {
    const { gate, join, traffic } = await live()
    return gate.sql.begin(async (tx) => {
      await tx`lock table assets, tenants, groups, sessions in access share mode`
      return traffic(join())
    })
  }
  expect(Object.keys(await repeated(joined, isServed))).toEqual(['200', '201'])
})

test('one that must change a policy waits for the report, and the other serves meanwhile', async () => {
  const joined = async () => {
    const { gate, join, traffic } = await live()
    await gate.sql`update drizzle.applied_steps set digest = 'of another release' where subject = 'assets'`
    let isReady = false
    let joining: Promise<unknown> | undefined
    const statuses = await gate.sql.begin(async (tx) => {
      await tx`lock table assets in access share mode`
      joining = join().then(() => {
        isReady = true
      })
      return traffic(new Promise((resolve) => setTimeout(resolve, 6_000)))
    })
    expect(isReady).toBe(false)
    await joining
    const outdated =
      await gate.sql`select subject from drizzle.applied_steps where digest = 'of another release'`
    expect(outdated).toHaveLength(0)
    return statuses
  }
  expect(Object.keys(await repeated(joined, isServed))).toEqual(['200', '201'])
})

test('what was altered by hand is put right by the next start', async () => {
  const { gate, join } = await live()
  const altered = [
    'alter table assets no force row level security',
    'drop policy groups_read on groups',
    'alter policy projects_read on projects using (true)',
    'revoke insert on sessions from commonhold_app',
    'grant delete on audit_log to commonhold_app',
    `alter function commonhold_authorize set search_path = 'public'`,
  ]
  const catalogue = () => gate.sql`
    select relname as name, relrowsecurity, relforcerowsecurity, relacl::text, array(
             select polname || coalesce(pg_get_expr(polqual, polrelid), '') from pg_policy where polrelid = c.oid order by 1) as policies
      from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    union all select proname, prosecdef, null, proconfig::text, null from pg_proc where pronamespace = 'public'::regnamespace
     order by 1`
  const before = [...(await catalogue())]
  for (const statement of altered) await gate.sql.unsafe(statement)
  expect([...(await catalogue())]).not.toEqual(before)
  await join()
  expect([...(await catalogue())]).toEqual(before)
})

test('what a later release has made stays when one before it starts again', async () => {
  const { gate, join } = await live()
  await gate.sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a later release', ${Date.now()})`
  await gate.sql`update drizzle.applied_steps set digest = 'of a later release'`
  await gate.sql.unsafe(`alter function commonhold_may cost 7`)
  await join()
  const [may] = await gate.sql`select procost::int as cost from pg_proc where proname = 'commonhold_may'`
  expect(may?.cost).toBe(7)
})
