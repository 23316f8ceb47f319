import { type Permission, permissionNames } from '@commonhold/contract'
import { type Account, type DemoService, inOrder } from './service.ts'

/** The same for all accounts of the demo. */
export const DEMO_PASSWORD = 'maple-river-lantern-42'

const technicianPermissions: readonly Permission[] = [
  'issues:read_internal',
  'assets:write',
  'assets:delete',
  'configuration_items:write',
  'locations:write',
  'persons:read',
]

const readingPermissions = permissionNames.filter((permission) => permission.endsWith(':read'))

/** Who works in the demo; the group is that of the tenant beside `users`, in which everybody is who works. */
const roles = {
  owner: { name: ['Ingrid', 'Sørensen'], role: 'owner', group: 'owners' },
  principal: { name: ['Amélie', 'Okafor-Lund'], role: 'principal, approves', group: 'administrators' },
  agent: { name: ['Ravi', 'Mehta'], role: 'service desk agent', group: 'agents' },
  second_agent: { name: ['Siobhán', 'O’Connor'], role: 'service desk agent', group: 'agents' },
  technician: { name: ['Łukasz', 'Wójcik'], role: 'technician', group: 'technicians' },
  second_technician: { name: ['Freya', 'Bergström'], role: 'technician', group: 'technicians' },
  secretary: { name: ['María', 'de la Cruz'], role: 'school secretary', group: 'registrars' },
  teacher: { name: ['Jonas', 'Müller'], role: 'teacher', group: null },
  auditor: { name: ['Noor', 'Haddad'], role: 'auditor, reads only', group: 'auditors' },
} as const satisfies Record<string, { name: readonly [string, string]; role: string; group: string | null }>

/** The name by which plans call an account. */
export type Role = keyof typeof roles

export const roleNames = Object.keys(roles) as readonly Role[]

export type Accounts = Readonly<Record<Role, Account>>

const domainOf = (slug: string) => `${slug}.example`

/** The email address with which a role signs in. */
export const emailOf = (role: Role, slug: string) => `${role.replace('_', '-')}@${domainOf(slug)}`

/** What is printed of each account. */
export const describeRole = (role: Role) => `${roles[role].name.join(' ')}, ${roles[role].role}`

/** The owner's account, made unless it is there. */
export async function ensureOwner(service: DemoService, slug: string): Promise<Account> {
  const email = emailOf('owner', slug)
  const policy = await service.anonymous.auth.createToken.safe({ email, password: DEMO_PASSWORD })
  const { access_token } = policy.ok
    ? policy.data
    : await service.anonymous.me.signUp({ email, password: DEMO_PASSWORD })
  const account = { id: '', email, token: access_token }
  const { id } = await service.as(account, new Date(0)).me.get()
  return { ...account, id }
}

/** All accounts, in their groups. The tenant is entered. */
export async function makeAccounts(
  service: DemoService,
  owner: Account,
  slug: string,
  moment: Date,
): Promise<Accounts> {
  const client = service.as(owner, moment)
  await client.groups.create({
    key: 'technicians',
    name: 'Technicians',
    description: 'Repair devices and look after rooms.',
    permissions: [...technicianPermissions],
  })
  await client.groups.create({
    key: 'auditors',
    name: 'Auditors',
    description: 'See everything and change nothing.',
    permissions: readingPermissions,
  })
  const groups = new Map((await client.groups.list()).map(({ key, id }) => [key, id]))
  // One after the other: passwords are hashed, which takes a processor as long as it takes.
  const made = await inOrder(roleNames, async (role) => {
    const account = role === 'owner' ? owner : await makeAccount(service, owner, emailOf(role, slug), moment)
    const [first_name, last_name] = roles[role].name
    await service
      .as(account, moment)
      .users.update(
        { user_id: account.id },
        { first_name, last_name, display_name: `${first_name} ${last_name}` },
      )
    const { group } = roles[role]
    const group_id = group && group !== 'owners' ? groups.get(group) : undefined
    if (group_id) await client.groups.memberships.create({ group_id }, { user_id: account.id })
    if (group === 'auditors') await leaveUsers(client, groups.get('users') ?? '', account)
    return [role, account] as const
  })
  return Object.fromEntries(made) as Accounts
}

/** Takes an account from the group that everybody is added to, whose members may write. */
async function leaveUsers(client: ReturnType<DemoService['as']>, group_id: string, { id }: Account) {
  const [membership] = await client.groups.memberships.list({ group_id }, { user_id: [id] })
  if (membership) await client.groups.memberships.delete({ group_id, membership_id: membership.id })
}

/** A signed-in user who makes an account for somebody else adds it to the selected tenant. */
async function makeAccount(
  service: DemoService,
  owner: Account,
  email: string,
  moment: Date,
): Promise<Account> {
  const { id } = await service.as(owner, moment).users.create({ email, password: DEMO_PASSWORD })
  const { access_token } = await service.anonymous.auth.createToken({ email, password: DEMO_PASSWORD })
  return { id, email, token: access_token }
}
