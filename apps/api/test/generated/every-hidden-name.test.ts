import { type IssueFieldType, type PermissionResource, permissionResources } from '@commonhold/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import type { TestUser } from '../service.ts'
import { createProject, grantOnly } from '../world.ts'
import { errorCodesIn } from './calls.ts'
import { operationNamed } from './operations.ts'
import type { Answer } from './reply-rules.ts'
import { type Call, send, useWorlds } from './worlds.ts'

const worlds = useWorlds()
let caller: TestUser
let own: string
let incident: string
let count = 0
beforeAll(async () => {
  caller = await worlds.service.signUp()
  worlds.observer.guard(worlds.mine.canary, caller.token)
  own = await createProject(worlds.service, worlds.mine.tenantId)
})
afterAll(() => process.stdout.write(`names of hidden records: ${count} cases\n`))

/** A record that the caller may not see, and texts that would reveal it. */
interface Hidden {
  readonly id: string
  readonly names: readonly string[]
}

/** `tenant`: the caller has no permission for such records. `project`: only permissions in another project. */
type Scope = 'tenant' | 'project'

let serial = 0
const secret = () => {
  serial += 1
  return `${worlds.mine.canary}secret${serial}end`
}

/** For each kind of record: how it is created, which permissions show it, and in which scopes it can be hidden. */
const kinds = {
  person: {
    visibleWith: ['persons'],
    scopes: ['tenant'],
    make: async (): Promise<Hidden> => {
      const name = secret()
      const identity = { first_name: name, last_name: 'King' }
      return { id: (await worlds.mine.client.persons.create({ identity })).id, names: [name] }
    },
  },
  location: {
    visibleWith: ['locations'],
    scopes: ['tenant'],
    make: async (): Promise<Hidden> => {
      const name = secret()
      const { client } = worlds.mine
      const type = await client.locationTypes.create({ name: worlds.mine.unique() })
      return { id: (await client.locations.create({ name, type_id: type.id })).id, names: [name] }
    },
  },
  group: {
    visibleWith: ['groups'],
    scopes: ['tenant'],
    make: async (): Promise<Hidden> => {
      const name = secret()
      return { id: (await worlds.mine.client.groups.create({ name })).id, names: [name] }
    },
  },
  configuration_item: {
    visibleWith: ['configuration_items'],
    scopes: ['tenant'],
    make: async (): Promise<Hidden> => {
      const name = secret()
      return { id: (await worlds.mine.client.configurationItems.create({ name })).id, names: [name] }
    },
  },
  asset: {
    visibleWith: ['assets'],
    scopes: ['tenant', 'project'],
    make: async (): Promise<Hidden> => {
      const name = secret()
      const { client, unique } = worlds.mine
      const model = await client.assetModels.create({ name: unique(), tracking_type: 'serialized' })
      const body = { model_id: model.id, name, serial_number: unique() }
      return { id: (await client.assets.create(body)).id, names: [name] }
    },
  },
  issue: {
    visibleWith: ['issues'],
    scopes: ['project'],
    make: async (issue_type = 'task'): Promise<Hidden> => {
      const title = secret()
      const project_id = await createProject(worlds.service, worlds.mine.tenantId)
      const { id, key } = await worlds.mine.client.issues.create({ title, issue_type, project_id })
      return { id, names: [title, key] }
    },
  },
  project: {
    visibleWith: ['projects', 'issues', 'assets'],
    scopes: ['project'],
    make: async (): Promise<Hidden> => {
      const name = secret()
      const { id, key } = await worlds.mine.client.projects.create({ name })
      return { id, names: [name, `${key}-`] }
    },
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly visibleWith: readonly PermissionResource[]
      readonly scopes: readonly Scope[]
      readonly make: (issueType?: string) => Promise<Hidden>
    }
  >
>

type Kind = keyof typeof kinds

/** A member of an issue that names a record. */
interface Place {
  readonly kind: Kind
  /** The path of the member, such as `details.problem_id`. */
  readonly path: string
  readonly isList?: boolean
  /** The type of the issue that has the member, and the type of the issue that it names. */
  readonly type?: string
  readonly named?: string
  /** The parameter by which the list of issues filters for it. */
  readonly filter?: string
}

const members: readonly Place[] = [
  { kind: 'person', path: 'details.requester_person_id', type: 'incident', filter: 'requester_person_id' },
  {
    kind: 'person',
    path: 'details.requested_for_person_id',
    type: 'service_request',
    filter: 'requested_for_person_id',
  },
  {
    kind: 'issue',
    path: 'details.problem_id',
    type: 'incident',
    named: 'known_problem',
    filter: 'problem_id',
  },
  {
    kind: 'issue',
    path: 'details.caused_by_change_id',
    type: 'incident',
    named: 'change',
    filter: 'caused_by_change_id',
  },
  {
    kind: 'issue',
    path: 'details.incident_ids',
    isList: true,
    type: 'post_incident_analysis',
    named: 'incident',
    filter: 'incident_id',
  },
  {
    kind: 'issue',
    path: 'details.action_issue_ids',
    isList: true,
    type: 'post_incident_analysis',
    filter: 'action_issue_id',
  },
  { kind: 'issue', path: 'parent_id', filter: 'parent_id' },
  { kind: 'asset', path: 'asset_ids', isList: true, filter: 'asset_id' },
  {
    kind: 'configuration_item',
    path: 'configuration_item_ids',
    isList: true,
    filter: 'configuration_item_id',
  },
  { kind: 'group', path: 'assignee_group_id', filter: 'assignee_group_id' },
]
const typed: readonly (Kind & IssueFieldType)[] = [
  'person',
  'group',
  'asset',
  'configuration_item',
  'location',
  'issue',
]
const customKey = (kind: Kind) => `hidden_${kind}`
const custom: readonly Place[] = typed.map((kind) => ({
  kind,
  path: `custom_fields.${customKey(kind)}`,
  filter: `cf_${customKey(kind)}`,
}))
const places = [...members, ...custom].flatMap((place) =>
  kinds[place.kind].scopes.map((scope) => ({ ...place, scope })),
)

beforeAll(async () => {
  incident = (await newIssue({ type: 'incident' })).id
  for (const type of typed)
    await worlds.mine.client.issueFields.create({ key: customKey(type), name: customKey(type), type })
})

/** The incident that a post-incident review must have; the caller sees it. */
const reviewed = ({ type }: Partial<Place>) =>
  type === 'post_incident_analysis' ? { incident_ids: [incident] } : {}

/** The ids in a list before the one of the named record. */
const storedIn = (place: Place): readonly string[] =>
  place.isList && place.path === 'details.incident_ids' ? [incident] : []

/** A body with a value at the path. */
const bodyWith = (place: Place, id: string | null): Record<string, unknown> => {
  const value = place.isList ? [...storedIn(place), ...(id === null ? [] : [id])] : id
  const [first = '', second] = place.path.split('.')
  if (second === undefined) return { [first]: value }
  return { [first]: { ...(first === 'details' ? reviewed(place) : {}), [second]: value } }
}

/** Grants only permissions that hide records of the kind: all others in the tenant, or permissions in another project. */
async function narrow(kind: Kind, scope: Scope): Promise<void> {
  const hidden: readonly string[] = kinds[kind].visibleWith
  const others = permissionResources
    .filter((resource) => !hidden.includes(resource))
    .flatMap((resource) => [`${resource}:read`, `${resource}:write`])
  const ofProject = ['projects', 'issues', 'assets'].flatMap((resource) => [
    `${resource}:read`,
    `${resource}:write`,
  ])
  const [permissions, projectId] = scope === 'tenant' ? [others, null] : [ofProject, own]
  await grantOnly(worlds.service, worlds.mine.tenantId, caller, permissions, projectId)
}

const by = (call: Call): Call => ({ ...call, token: caller.token })
const request = (group: 'issues' | 'issueRecords' | 'issueTransitions', name: string, call: Call) =>
  send(worlds.mine, operationNamed(group, name).endpoint, call)

/** An answer without the request id and the id that was sent. */
const masked = ({ status, text, requestId }: Answer, id: string) =>
  [status, text.replaceAll(requestId, '').replaceAll(id, '')] as const

const newIssue = ({ type = 'task' }: Partial<Place>, body: object = {}) =>
  worlds.mine.client.issues.create({
    title: worlds.mine.unique(),
    project_id: own,
    issue_type: type,
    details: reviewed({ type }),
    ...body,
  })

describe.each(places)('$path that names a hidden $kind ($scope)', (place) => {
  const make = () => kinds[place.kind].make(place.named)

  test('is answered as one that is not there, on every way to write it', async () => {
    const { id } = await make()
    const { id: issue_id } = await newIssue(place)
    await narrow(place.kind, place.scope)
    const ways = (value: string): (() => Promise<Answer>)[] => {
      const body = bodyWith(place, value)
      const made = { title: worlds.mine.unique(), project_id: own, issue_type: place.type ?? 'task', ...body }
      const moved = {
        to_status: place.type === 'post_incident_analysis' ? 'review' : 'in_progress',
        fields: body,
      }
      return [
        () => request('issues', 'create', by({ body: made })),
        () => request('issues', 'update', by({ params: { issue_id }, body })),
        () => request('issueTransitions', 'perform', by({ params: { issue_id }, body: moved })),
      ]
    }
    const unknown = newId()
    const pointer = `/${place.path.replace('.', '/')}${place.isList ? `/${storedIn(place).length}` : ''}`
    const before = await worlds.fingerprint()
    for (const [at, way] of ways(id).entries()) {
      const answer = await way()
      const missing = await ways(unknown)[at]?.()
      expect(masked(answer, id)).toEqual(missing && masked(missing, unknown))
      const prefix = at === 2 ? '/fields' : ''
      expect([answer.status, errorCodesIn(answer)]).toEqual([
        422,
        [`body ${prefix}${pointer} reference_not_found`],
      ])
      count += 1
    }
    expect(await worlds.fingerprint()).toBe(before)
  })

  test('is shown by its id alone, in history and activity as in the issue', async () => {
    const hidden = await make()
    const { id: issue_id } = await newIssue(place, bodyWith(place, hidden.id))
    await narrow(place.kind, place.scope)
    const params = { issue_id }
    const issue = await request('issues', 'get', by({ params }))
    expect(issue.text).toContain(hidden.id)
    for (const text of hidden.names) expect(issue.text).not.toContain(text)
    await worlds.mine.client.issues.update({ issue_id }, bodyWith(place, null))
    for (const name of ['history', 'activity']) {
      const ofOwner = await request('issueRecords', name, { params })
      expect([ofOwner.status, ofOwner.text.includes(hidden.id)]).toEqual([200, true])
      if (name === 'history') expect(hidden.names.some((one) => ofOwner.text.includes(one))).toBe(true)
      const answer = await request('issueRecords', name, by({ params }))
      expect(answer.status).toBe(200)
      expect(answer.text).toContain(hidden.id)
      for (const text of hidden.names) expect(answer.text).not.toContain(text)
      expect(answer.text).toContain(`"field":"${place.path}"`)
      count += 1
    }
  })

  test('finds nothing as a filter, and those who see it find it', async () => {
    const { filter = '' } = place
    const { id } = await make()
    const other = await make()
    const { id: issue_id } = await newIssue(place, bodyWith(place, id))
    await narrow(place.kind, place.scope)
    const listed = async (ids: readonly string[], call: Call = {}) =>
      await request('issues', 'list', { ...call, query: { [filter]: ids, project_id: own, count: true } })
    const found = await listed([id])
    expect(found.json).toMatchObject([{ id: issue_id }])
    for (const ids of [[id], [id, other.id], [newId()]]) {
      const answer = await listed(ids, by({}))
      expect([answer.status, answer.json, answer.headers.get('total-count')]).toEqual([200, [], '0'])
    }
    count += 1
  })

  test('stays where a change sends it along', async () => {
    const { id } = await make()
    const { id: issue_id } = await newIssue(place, bodyWith(place, id))
    await narrow(place.kind, place.scope)
    const body = { title: worlds.mine.unique(), ...bodyWith(place, id) }
    const answer = await request('issues', 'update', by({ params: { issue_id }, body }))
    expect([answer.status, errorCodesIn(answer)]).toEqual([200, []])
    count += 1
  })
})

test('a project from which an issue came, and its key there, are not shown to those who cannot see the project', async () => {
  const hidden = await kinds.project.make()
  const { id: issue_id, key } = await newIssue({}, { project_id: hidden.id })
  await worlds.mine.client.issues.update({ issue_id }, { project_id: own })
  await narrow('project', 'project')
  const params = { issue_id }
  const answer = await request('issueRecords', 'history', { params })
  for (const text of [hidden.id, key, ...hidden.names]) expect(answer.text).toContain(text)
  for (const name of ['history', 'activity']) {
    const answer = await request('issueRecords', name, by({ params }))
    for (const text of [hidden.id, key, ...hidden.names]) expect(answer.text).not.toContain(text)
    count += 1
  }
})
