import { contract, type Permission, permissionNames } from '@commonhold/contract'
import { createClient } from '@commonhold/contract/client'
import { api, makeAccount, newEmail, PASSWORD } from './browser.ts'
import { OPERATOR } from './stack.ts'

/** The roles of users in an organisation. */
export type Role =
  | 'owner'
  | 'agent'
  | 'registrar'
  | 'reader'
  | 'member of one project'
  | 'member without permissions'

interface User {
  readonly token: string
  /** The permissions in the whole organisation. */
  readonly permissions: readonly string[]
  /** The permissions in at least one project. */
  readonly anywhere: readonly string[]
}

/** An organisation with a record of each kind, and one signed-in user for each role. */
export interface World {
  readonly slug: string
  readonly users: Readonly<Record<Role, User>>
  /** The id of a record for each parameter of a route. */
  readonly ids: Readonly<Record<string, string>>
}

const connect = (token?: string, tenantId?: string) =>
  createClient(contract, { baseUrl: api, ...(token && { token }), ...(tenantId && { tenantId }) })

const signIn = async (email: string, password = PASSWORD) =>
  (await connect().auth.createToken({ email, password })).access_token

const ofProject: Permission[] = [
  'projects:read',
  'issues:read',
  'issues:write',
  'assets:read',
  'assets:write',
]

/** Creates the organisation. Each user has only the permissions of one group. */
export async function makeWorld(): Promise<World> {
  const token = await signIn(await makeAccount())
  const tenant = await connect(token).tenants.create({ name: `North ${newEmail()}` })
  const owner = connect(token, tenant.id)
  const groups = new Map((await owner.groups.list()).map((group) => [group.key, group.id]))
  const idOf = (key: string) => groups.get(key) ?? ''
  await owner.groups.update({ group_id: idOf('users') }, { permissions: [] })
  const project = await owner.projects.create({ name: 'Devices' })
  const ids = await fill(owner, project.id)
  const readers = await owner.groups.create({
    name: 'Readers',
    permissions: permissionNames.filter((name) => name.endsWith(':read')),
  })
  const team = await owner.groups.create({ name: 'Team', project_id: project.id, permissions: ofProject })
  const { id: user } = await owner.me.get()
  const join = async (group_id?: string) => {
    const email = newEmail()
    const { id } = await owner.users.create({ email, password: PASSWORD })
    if (group_id) await owner.groups.memberships.create({ group_id }, { user_id: id })
    const member = await signIn(email)
    return { token: member, ...(await permissionsOf(member, tenant.id)) }
  }
  return {
    slug: tenant.slug,
    ids: { ...ids, organisation: tenant.id, user },
    users: {
      owner: { token, ...(await permissionsOf(token, tenant.id)) },
      agent: await join(idOf('agents')),
      registrar: await join(idOf('registrars')),
      reader: await join(readers.id),
      'member of one project': await join(team.id),
      'member without permissions': await join(),
    },
  }
}

/** The address of a screen, with the records of a world as its parameters. */
export const addressOf = (screen: string, { slug, ids }: World) =>
  screen.replace(/\$(\w+)/g, (_, name) => (name === 'tenant' ? slug : (ids[name] ?? name)))

/** An access token of the operator. */
export const signInOperator = () => signIn(OPERATOR.email, OPERATOR.password)

async function permissionsOf(token: string, tenantId: string): Promise<Omit<User, 'token'>> {
  const held = await connect(token, tenantId).me.permissions.get()
  const permissions = held.permissions.includes('*') ? permissionNames : held.permissions
  return { permissions, anywhere: [...permissions, ...held.projects.flatMap((one) => one.permissions)] }
}

/** Creates one record of each kind, with references between them as in daily use. */
async function fill(
  owner: ReturnType<typeof connect>,
  project_id: string,
): Promise<Readonly<Record<string, string>>> {
  const programs = await owner.groups.create({ name: 'Programs', permissions: ['assets:read'] })
  const room = await owner.locationTypes.create({ name: 'Room' })
  const location = await owner.locations.create({ name: 'Store', type_id: room.id })
  const person = await owner.persons.create({ identity: { first_name: 'Ada', last_name: 'Keller' } })
  const model = await owner.assetModels.create({ name: 'ThinkPad', tracking_type: 'serialized' })
  const asset = await owner.assets.create({
    model_id: model.id,
    name: 'Laptop',
    serial_number: 'PF1',
    location_id: location.id,
    project_id,
  })
  await owner.assetCirculations.create({
    asset_id: asset.id,
    circulation_type: 'issue',
    person_id: person.id,
  })
  const repair = await owner.assetRepairs.create({ asset_id: asset.id, title: 'Hinge' })
  const issue = await owner.issues.create({ title: 'Printer jams', issue_type: 'incident', project_id })
  const item = await owner.configurationItems.create({ name: 'Wi-Fi', ci_type: 'network' })
  const other = await owner.configurationItems.create({ name: 'Firewall', ci_type: 'network' })
  await owner.configurationItems.relationships.create(
    { ci_id: item.id },
    { target_id: other.id, relationship_type: 'depends_on' },
  )
  const school = await owner.schools.create({ name: 'Riverside' })
  const year = await owner.schoolYears.create({ name: '2026/27', start: '2026-08-01', end: '2027-07-31' })
  const calendar = await owner.schoolCalendars.create({
    name: 'Regular',
    school_id: school.id,
    calendar_id: year.id,
  })
  // A calendar to roll enrollments over to. Both calendars have an enrollment that no test ends, so neither can be deleted.
  const next = await owner.schoolYears.create({ name: '2027/28', start: '2027-08-01', end: '2028-07-31' })
  const later = await owner.schoolCalendars.create({
    name: 'Regular',
    school_id: school.id,
    calendar_id: next.id,
  })
  const pupil = await owner.persons.create({ identity: { first_name: 'Ben', last_name: 'Frei' } })
  for (const { id } of [calendar, later])
    await owner.schoolEnrollments.create({ person_id: pupil.id, calendar_id: id })
  await owner.schoolGradeLevels.create({ name: 'Grade 1' })
  const enrollment = await owner.schoolEnrollments.create({ person_id: person.id, calendar_id: calendar.id })
  const employment = await owner.schoolEmployments.create({ person_id: person.id, school_id: school.id })
  await owner.employmentAssignmentTypes.create({ name: 'Teacher' })
  const program = await owner.serviceAccounts.create({ name: 'Nightly import' })
  await owner.groups.memberships.create({ group_id: programs.id }, { user_id: program.id })
  const webhook = await owner.webhookEndpoints.create({
    url: 'https://sync.example/events',
    types: ['asset.*'],
  })
  const first = async (list: Promise<readonly { readonly id: string }[]>) => (await list)[0]?.id ?? ''
  return {
    issue: issue.id,
    asset: asset.id,
    model: model.id,
    repair: repair.id,
    location: location.id,
    item: item.id,
    person: person.id,
    school: school.id,
    calendar: calendar.id,
    enrollment: enrollment.id,
    employment: employment.id,
    project: project_id,
    member: await first(owner.users.list()),
    group: programs.id,
    account: program.id,
    webhook: webhook.id,
    workflow: await first(owner.issueWorkflows.list()),
    screen: await first(owner.issueScreens.list()),
  }
}
