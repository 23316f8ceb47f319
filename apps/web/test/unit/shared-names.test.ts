import { contract, issueSubtypes, mapEndpoints, shapeOf } from '@commonhold/contract'
import { i18n } from '@lingui/core'
import { QueryClient } from '@tanstack/react-query'
import { beforeAll, describe, expect, it } from 'vitest'
import { sharedAssignmentTypes, sharedGradeLevels } from '../../../api/src/education/seeds.ts'
import { sharedLocationTypes } from '../../../api/src/locations/seeds.ts'
import { builtinGroups, sharedProjects } from '../../../api/src/system/seeds.ts'
import {
  issueLinkTypeRows,
  issuePriorityRows,
  issueScreenRows,
  issueStatusRows,
  issueTypeSeeds,
  workSeedId,
} from '../../../api/src/work/configuration/issue-configuration.seeds.ts'
import { issueFieldRows } from '../../../api/src/work/configuration/issue-fields.seeds.ts'
import { codesOf } from '../../../api/src/work/fields/issue-details.rules.ts'
import { optionsOf } from '../../../api/src/work/fields/issue-field-options.rules.ts'
import { issueWorkflowRows, issueWorkflowTransitionRows } from '../../../api/src/work/seeds.ts'
import { addPart } from '../../src/i18n.ts'
import { worded } from '../../src/issues/words.ts'
import { memberNames } from '../../src/member-names/members.ts'
import { loadMemberNames, memberOfPage } from '../../src/member-names/speak.ts'
import { renameCached } from '../../src/shared-names/cached.ts'
import { moves, names } from '../../src/shared-names/names.ts'
import { answerOfPage, findByName, onOtherNames, showSharedNames } from '../../src/shared-names/speak.ts'

beforeAll(async () => {
  i18n.loadAndActivate({ locale: 'de', messages: {} })
  await showSharedNames(addPart('sharedNames'))
})

const own = '01K9ZC6W3V8Q4M2T7XK5RNB0EH'
const answer = (body: string, type = 'application/json') =>
  new Response(body, { status: 201, headers: { 'content-type': type, etag: '"3"' } })
const shown = async (body: unknown) => (await answerOfPage(answer(JSON.stringify(body)), own)).json()

/** Every text that the service is delivered with and that users see. */
const delivered: Readonly<Record<string, readonly string[]>> = {
  statuses: issueStatusRows.map(({ name }) => name),
  priorities: issuePriorityRows.map(({ name }) => name),
  types: issueTypeSeeds.flatMap(([, , name, description]) => [name, description]),
  workflows: issueWorkflowRows.map(({ name }) => name),
  links: issueLinkTypeRows.flatMap((row) => [row.name, row.outward_name, row.inward_name]),
  screens: issueScreenRows.flatMap(({ name, description }) => [name, description]),
  fields: issueFieldRows.map(({ name }) => name),
  options: issueFieldRows.flatMap(({ options }) => options.map(({ label }) => label)),
  values: issueSubtypes.flatMap((subtype) =>
    ['resolution_code', 'outcome'].flatMap((member) =>
      optionsOf(codesOf(subtype, member)).map(({ label }) => label),
    ),
  ),
  projects: sharedProjects.flatMap(({ name, description }) => [name, description]),
  locations: sharedLocationTypes.flatMap(({ name, description }) => [name, description]),
  grades: sharedGradeLevels.map(({ name }) => name),
  assignments: sharedAssignmentTypes.map(({ name }) => name),
  groups: builtinGroups.flatMap(({ name, description }) => [name, description]),
}

describe('what the service is delivered with', () => {
  it.each(Object.entries(delivered))('has a name in the language of the page: %s', (_, texts) => {
    expect(texts.filter((text) => !Object.hasOwn(names, text))).toEqual([])
  })

  it('has a name in the language of the page: moves of issues', () => {
    const missing = issueWorkflowTransitionRows.filter(({ name }) => !Object.hasOwn(moves, name))
    expect(missing).toEqual([])
  })

  it.each([
    ['a status', issueStatusRows[0], 'Neu'],
    ['a move', issueWorkflowTransitionRows[0], 'Beginnen'],
    ['a field', issueFieldRows.find(({ key }) => key === 'start_date'), 'Beginn'],
    ['a location type', sharedLocationTypes[3], 'Raum'],
    ['a grade level', sharedGradeLevels[2], 'Klasse 1'],
  ])('is named so wherever it stands: %s', async (_, record, name) => {
    expect(await shown({ data: [{ parent: record }] })).toMatchObject({ data: [{ parent: { name } }] })
  })

  it('is named so in all members that are shown', async () => {
    const blocks = issueLinkTypeRows.find(({ key }) => key === 'blocks')
    expect(await shown(blocks)).toMatchObject({
      key: 'blocks',
      name: 'Blockade',
      outward_name: 'blockiert',
      inward_name: 'wird blockiert von',
    })
    const risk = issueFieldRows.find(({ key }) => key === 'urgency')
    expect(await shown(risk)).toMatchObject({
      options: expect.arrayContaining([expect.objectContaining({ key: 'critical', label: 'Kritisch' })]),
    })
    const asked = { key: 'on_hold_reason', name: 'Reason', path: 'details.on_hold_reason', is_required: true }
    expect(await shown({ fields: [asked] })).toMatchObject({ fields: [{ name: 'Grund' }] })
  })

  it('is named so among values and groups', async () => {
    expect(worded('no_fault_found')).toBe('Kein Fehler gefunden')
    expect(await shown({ groups: [{ id: '01ARZ', name: 'Owners' }] })).toEqual({
      groups: [{ id: '01ARZ', name: 'Eigentümer' }],
    })
    expect(await shown({ id: '01ARZ', is_builtin: true, name: 'Users' })).toMatchObject({ name: 'Alle' })
  })
})

describe('what belongs to people', () => {
  it.each([
    ['a record of a tenant', { id: own, key: 'new', name: 'New', description: 'A room with a door.' }],
    ['a shared record under another name', { id: workSeedId(201), name: 'Just in' }],
    ['a title', { id: own, title: 'New', issue_type: 'task', status: 'new' }],
    ['a group of a tenant', { id: own, is_builtin: false, name: 'Owners' }],
    ['a custom field', { key: 'risk', name: 'Risk', path: 'custom_fields.risk', is_required: true }],
    ['a name of every object', { id: workSeedId(201), name: 'constructor' }],
  ])('keeps its words: %s', async (_, record) => {
    expect(await shown(record)).toEqual(record)
  })

  const status = JSON.stringify({ id: workSeedId(201), name: 'New' })

  it('keeps its words where they are changed: in the root tenant', async () => {
    const root = await answerOfPage(answer(status), '01K00000000000000000000000')
    expect(await root.text()).toBe(status)
    const tenant = await answerOfPage(answer(status), own)
    expect([tenant.status, tenant.headers.get('etag')]).toEqual([201, '"3"'])
    expect(await tenant.json()).toMatchObject({ name: 'Neu' })
  })

  it.each([
    ['cut off', '{"id":"01K0', 'application/json'],
    ['no JSON', status, 'text/csv'],
  ])('is handed on as it is when it is %s', async (_, body, type) => {
    expect(await (await answerOfPage(answer(body, type), own)).text()).toBe(body)
  })
})

describe('members of records', () => {
  it('are named in the language of the page, in histories and in the audit log', async () => {
    await loadMemberNames()
    expect(['asset_tag', 'location_id', 'due_date'].map(memberOfPage)).toEqual([
      'Inventarnummer',
      'Standort',
      'fällig',
    ])
    expect(memberOfPage('not_yet_known_id')).toBe('not yet known')
  })

  it('are known where a request changes them', () => {
    const members = new Set<string>()
    mapEndpoints(contract, (endpoint) => {
      if (endpoint.method !== 'patch') return
      for (const member of Object.keys(shapeOf(endpoint.body))) members.add(member)
    })
    const unknown = [...members].filter((member) => !(member in memberNames))
    expect(unknown.toSorted()).toEqual([])
  })
})

describe('who looks for what the service names', () => {
  const own = { id: '01OWN', name: 'Done by us' }
  const shared = [
    { id: workSeedId(201), name: 'Neu' },
    { id: workSeedId(202), name: 'Erledigt' },
    { id: workSeedId(203), name: 'In Arbeit' },
  ]
  const finding = async (words: string) => {
    const asked: unknown[] = []
    const find = async (query: object) => {
      if ('shared' in query) return shared
      asked.push(query)
      return words.includes('done') ? [own, ...shared.slice(1, 2)] : []
    }
    const found = await findByName(words, find, { shared: 'only' })
    return { asked, found: found.map(({ name }) => name) }
  }

  it.each([
    ['Erledigt', ['Erledigt']],
    [' arb IN ', ['In Arbeit']],
    ['done', ['Done by us', 'Erledigt']],
    ['nowhere', []],
  ])('finds it by the name that is shown: %s', async (words, expected) => {
    expect(await finding(words)).toEqual({ asked: [{ q: words.trim() }], found: expected })
  })

  it('asks the service alone where it knows the names', async () => {
    expect(await finding('  ')).toEqual({ asked: [{}], found: [] })
    await english()
    expect(await finding('neu')).toEqual({ asked: [{ q: 'neu' }], found: [] })
    await german()
  })
})

const german = async () => {
  i18n.activate('de')
  await showSharedNames(addPart('sharedNames'))
}

const english = async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  await showSharedNames()
}

it('is in English again once the page is', async () => {
  await english()
  expect(await shown({ id: workSeedId(201), name: 'New' })).toMatchObject({ name: 'New' })
  expect(worded('no_fault_found')).toBe('No fault found')
})

describe('what was answered before the language changed', () => {
  it.each([
    ['a status', { id: workSeedId(201), name: 'New' }, { id: workSeedId(201), name: 'Neu' }],
    [
      'within others',
      { pages: [{ records: [{ id: own, status: { id: workSeedId(201), name: 'New' } }] }] },
      undefined,
    ],
    ['a field', issueFieldRows.find(({ key }) => key === 'urgency'), undefined],
    [
      'a group',
      { groups: [{ id: '01ARZ', name: 'Owners' }] },
      { groups: [{ id: '01ARZ', name: 'Eigentümer' }] },
    ],
    ['what a picker offers', [{ id: workSeedId(201), text: 'New' }], [{ id: workSeedId(201), text: 'Neu' }]],
  ])('is named in the other one, there and back: %s', async (_, value, expected) => {
    await english()
    const queries = new QueryClient()
    onOtherNames(() => renameCached(queries))
    queries.setQueryData(['some'], value, { updatedAt: 1000 })
    await german()
    const said = queries.getQueryData(['some'])
    expect(said).not.toEqual(value)
    if (expected) expect(said).toEqual(expected)
    await english()
    expect(queries.getQueryData(['some'])).toEqual(value)
    expect(queries.getQueryState(['some'])?.dataUpdatedAt).toBe(1000)
  })

  it('stays the same thing where it has no such name, and as old as it was', async () => {
    const queries = new QueryClient()
    onOtherNames(() => renameCached(queries))
    const value = { id: own, name: 'New', list: [{ name: 'Users' }], map: new Map([['new', 'New']]) }
    queries.setQueryData(['own'], value)
    queries.setQueryData(['old'], { id: workSeedId(201), name: 'New' })
    await queries.invalidateQueries({ queryKey: ['old'] })
    await german()
    expect(queries.getQueryData(['own'])).toBe(value)
    expect(queries.getQueryState(['old'])).toMatchObject({ isInvalidated: true, data: { name: 'Neu' } })
    await english()
  })
})
