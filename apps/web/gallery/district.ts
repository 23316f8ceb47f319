import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { contract } from '@commonhold/contract'
import { createClient } from '@commonhold/contract/client'
import { OPERATOR, startStack } from '../test/browser/stack.ts'

const NAME = 'Nordby Schools'
/** The organisation without records. */
const BLANK = 'Southby Schools'
/** The password of all accounts of the demo. */
const PASSWORD = 'maple-river-lantern-42'

/** The user who opens a screen: an account of the demo, an operator, or nobody (not signed in). */
export type Viewer = 'owner' | 'reader' | 'teacher' | 'operator' | 'nobody'

/** A running page, and the demo records whose screens are opened. */
export interface District {
  /** Address of the page. */
  readonly web: string
  /** Access tokens by viewer. The operator has one only on a stack that the gallery itself started. */
  readonly tokens: Readonly<Partial<Record<Viewer, string>>>
  /** Slugs of the district and of the organisation without records. */
  readonly slugs: { readonly full: string; readonly empty: string }
  /** Ids of the records to open, by route parameter. */
  readonly ids: Readonly<Record<string, string>>
  readonly owner: ReturnType<typeof connect>
}

const connect = (baseUrl: string, token?: string, tenantId?: string) =>
  createClient(contract, { baseUrl, ...(token && { token }), ...(tenantId && { tenantId }) })

/** Starts a stack and fills it with demo data; the options go to `demo/main.ts`. Throws if the demo fails. */
export async function startDistrict(...options: readonly string[]) {
  const stack = await startStack()
  const api = fileURLToPath(new URL('../../api', import.meta.url))
  const demo = spawn(process.execPath, ['demo/main.ts', ...options], {
    cwd: api,
    env: { PATH: process.env.PATH, DATA_DIR: stack.data },
    stdio: 'inherit',
  })
  const [code] = await once(demo, 'exit')
  if (code === 0) return stack
  await stack.stop()
  throw new Error(`the demo ended with exit code ${code}`)
}

/** Signs in to a running district and finds the records to open. The few that the demo does not have are created. */
export async function openDistrict(web: string): Promise<District> {
  const page = await (await fetch(`${web}/signin`)).text()
  const baseUrl = /name="commonhold-api" content="([^"]+)"/.exec(page)?.[1] ?? ''
  const signIn = async (email: string) =>
    (await connect(baseUrl).auth.createToken({ email, password: PASSWORD })).access_token
  const operator = await connect(baseUrl).auth.createToken.safe(OPERATOR)
  const owning = await signIn('owner@nordby-schools.example')
  const tokens = {
    owner: owning,
    teacher: await signIn('teacher@nordby-schools.example'),
    reader: await signIn('auditor@nordby-schools.example'),
    ...(operator.ok && { operator: operator.data.access_token }),
  }
  const anywhere = connect(baseUrl, owning)
  const tenants = await anywhere.me.tenants.list()
  const full = tenants.find(({ name }) => name === NAME)
  if (!full) throw new Error(`${NAME} is not there: run \`npm run demo\` first`)
  const empty = tenants.find(({ name }) => name === BLANK) ?? (await anywhere.tenants.create({ name: BLANK }))
  const owner = connect(baseUrl, owning, full.id)
  const ids = { ...(await findRecords(owner)), organisation: full.id, user: (await owner.me.get()).id }
  return { web, tokens, slugs: { full: full.slug, empty: empty.slug }, ids, owner }
}

async function findRecords(owner: District['owner']): Promise<Record<string, string>> {
  const limit = { limit: 1 } as const
  const [known] = await owner.serviceAccounts.list(limit)
  const account = known ?? (await owner.serviceAccounts.create({ name: 'Nightly import' }))
  if (!known)
    await owner.groups.memberships.create(
      { group_id: (await technicians(owner)).id },
      { user_id: account.id },
    )
  const [endpoint] = await owner.webhookEndpoints.list(limit)
  const webhook =
    endpoint ??
    (await owner.webhookEndpoints.create({
      url: 'https://sync.nordby-schools.example/events',
      types: ['asset.*', 'person.created'],
      description: 'Keeps the inventory of the depot in step.',
    }))
  if (!endpoint) await owner.webhookEndpoints.test({ webhook_endpoint_id: webhook.id })
  const invitations = await owner.invitations.list(limit)
  if (invitations.length === 0)
    await owner.invitations.create({
      email: 'kim.okafor@nordby-schools.example',
      message: 'Welcome to the service desk. Your first day is Monday.',
    })
  const [asset] = await owner.assets.list({ ...limit, person_id__is_null: false })
  const [issue] = await owner.issues.list({ ...limit, issue_type: ['change'] })
  const [enrollment] = await owner.schoolEnrollments.list(limit)
  const [person] = await owner.persons.list({ ...limit, id: [asset?.person_id ?? ''] })
  const firsts = {
    asset,
    issue,
    enrollment,
    person,
    model: (await owner.assetModels.list(limit))[0],
    repair: (await owner.assetRepairs.list(limit))[0],
    location: (await owner.locations.list({ ...limit, sort: ['name'] }))[0],
    // Many other items depend on the firewall.
    item: (await owner.configurationItems.list({ ...limit, q: 'firewall' }))[0],
    school: (await owner.schools.list(limit))[0],
    employment: (await owner.schoolEmployments.list(limit))[0],
    project: (await owner.projects.list(limit))[0],
    screen: (await owner.issueScreens.list(limit))[0],
    workflow: (await owner.issueWorkflows.list(limit))[0],
    group: (await owner.groups.list(limit))[0],
    member: (await owner.users.list({ ...limit, kind: ['person'], sort: ['display_name'] }))[0],
    account,
    webhook,
  }
  return { calendar: enrollment?.calendar_id ?? '', ...mapIds(firsts) }
}

async function technicians(owner: District['owner']) {
  const [group] = await owner.groups.list({ key: ['technicians'] })
  if (!group) throw new Error('the district has no technicians')
  return group
}

const mapIds = (records: Readonly<Record<string, object | undefined>>) =>
  Object.fromEntries(
    Object.entries(records).map(([name, record]) => {
      const id: unknown = record && Reflect.get(record, 'id')
      if (typeof id !== 'string') throw new Error(`the district has no ${name} to take a picture of`)
      return [name, id]
    }),
  )
