import { readdirSync, readFileSync } from 'node:fs'
import { contract, issueDetailsValues, issueOutcomes, resolutionCodes } from '@commonhold/contract'
import { i18n } from '@lingui/core'
import { describe, expect, it } from 'vitest'
import { issueFieldRows } from '../../../api/src/work/configuration/issue-fields.seeds.ts'
import { inWords as labelOfCode } from '../../../api/src/work/fields/issue-field-options.rules.ts'
import { labelOf } from '../../../api/src/work/fields/issue-history.rules.ts'
import { inner, shapeOf, valuesOf } from '../../../api/test/generated/schema-walk.ts'
import { addPart } from '../../src/i18n.ts'
import { memberNames } from '../../src/member-names/members.ts'
import { loadMemberNames, memberOfPage } from '../../src/member-names/speak.ts'
import { valueOfPage, valueTexts } from '../../src/records/value-texts.ts'
import { historyWords } from '../../src/screens/issues/history-words.ts'
import { answerOfPage, showSharedNames } from '../../src/shared-names/speak.ts'

/** Members that never change, or that the service computes. No history contains them. */
const unrecorded = [
  'kind',
  'is_root',
  'is_builtin',
  'is_grantable',
  'is_shared',
  'is_system',
  'is_closed',
  'users_group_id',
  'issue_type_keys',
  'path',
  'depth',
  'reference_type',
  'available_quantity',
  'below_minimum',
  'in_repair',
  'correlation_id',
  'source_id',
  'inverse_name',
  'normalized_value',
  'number',
  'priority_level',
  'status_category',
  'id',
  'tenant_id',
  'version',
  'created_at',
  'created_by',
  'updated_at',
  'redacted',
  'warnings',
  'hidden',
]

interface Recorded {
  readonly group: string
  readonly members: Readonly<Record<string, ReturnType<typeof inner>>>
}

const listOf = (schema: ReturnType<typeof inner>) => {
  const list = inner(schema)
  // Safe: only a schema of a list has an element.
  return 'element' in list ? (list.element as typeof list) : undefined
}

const optionsOf = (schema: ReturnType<typeof inner> | undefined) => {
  const union = schema && inner(schema)
  // Safe: only a schema of a union has options that are schemas.
  return union && 'options' in union ? (union.options as (typeof union)[]) : []
}

/** The groups of records with a history, each with the members that it can contain. */
const recorded = Object.entries<object>(contract).flatMap(([group, operations]): Recorded[] => {
  if (!('history' in operations) || !('get' in operations)) return []
  // Safe: `get` of each such group reads one record.
  const { success } = operations.get as typeof contract.assets.get
  const shape = shapeOf(success.body)
  const includes = shape.hidden ? (valuesOf(listOf(shape.hidden) ?? shape.hidden) ?? []) : []
  const members = Object.entries(shape).filter(
    ([member, schema]) =>
      !unrecorded.includes(member) &&
      !includes.includes(member) &&
      !/_(count|record)$/.test(member) &&
      !('id' in shapeOf(inner(schema))),
  )
  return [{ group, members: Object.fromEntries(members) }]
})

const screens = new URL('../../src/screens/', import.meta.url)

/** The first part of the query key of each history that a screen shows, by the group of its records. */
const shown = new Map(
  readdirSync(screens, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => readFileSync(new URL(file, screens), 'utf8'))
    .filter((source) => source.includes('<History'))
    .map((source) => [
      source.match(/api\.(\w+)\.history\.list/)?.[1] ?? '',
      source.match(/<History[^>]*queryKey=\{\['([\w-]+)'/)?.[1] ?? '',
    ]),
)

/** The values of a member that is an enumeration or a list of its values. The permission `*` is that of the built-in owners. */
const valuesIn = (schema: ReturnType<typeof inner>) =>
  (valuesOf(schema) ?? valuesOf(listOf(schema) ?? schema) ?? []).filter((value) => value !== '*')

const values = recorded.flatMap(({ group, members }) => {
  const kind = shown.get(group)
  return kind === undefined
    ? []
    : Object.entries(members).flatMap(([member, schema]) =>
        valuesIn(schema).map((value) => ({ kind, member, value })),
      )
})
const ofIssues = recorded.find(({ group }) => group === 'issues')?.members ?? {}
/** The members of the details of all kinds of issues. */
const details = optionsOf(ofIssues.details).flatMap((one) => Object.keys(shapeOf(inner(one))))
const say = ({ kind, member, value }: (typeof values)[number]) => valueOfPage(kind, member, value)

const english = async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  await showSharedNames()
}

const german = async () => {
  i18n.loadAndActivate({ locale: 'de', messages: {} })
  for (const part of ['application', 'schools', 'configurationItems', 'places', 'settings'] as const)
    await addPart(part)
  await showSharedNames(addPart('sharedNames'))
  await loadMemberNames()
}

describe('the history of a record', () => {
  it('is shown for most kinds of records, which the screens name by their groups', () => {
    const groups = recorded.map(({ group }) => group)
    expect(groups.length).toBeGreaterThan(30)
    expect(shown.size).toBeGreaterThan(13)
    expect([...shown.keys()].filter((group) => !groups.includes(group))).toEqual([])
    expect(Object.keys(valueTexts).filter((kind) => ![...shown.values()].includes(kind))).toEqual([])
  })

  it('has a name for each member', () => {
    const members = recorded
      .filter(({ group }) => group !== 'issues')
      .flatMap((one) => Object.keys(one.members))
    expect([...new Set(members)].filter((member) => !Object.hasOwn(memberNames, member))).toEqual([])
  })

  it('has words for each value of an enumeration, in English and German', async () => {
    expect(values.length).toBeGreaterThan(100)
    await english()
    const inEnglish = values.map(say)
    expect(values.filter((_, at) => inEnglish[at] === undefined)).toEqual([])
    await german()
    // What is the same in both languages.
    const same = ['Server', 'Cluster', 'Container', 'Software', 'Rack', 'Hardware', 'Test', 'Layoff']
    const untranslated = values.map(say).filter((text, at) => text === inEnglish[at])
    expect(untranslated.filter((text = '') => !same.includes(text))).toEqual([])
  })

  it.each([
    ['assets', 'status', 'active', 'Active', 'In Gebrauch'],
    ['school-employments', 'status', 'active', 'Active', 'Aktiv'],
    ['school-employments', 'status', 'pending', 'Pending', 'Ausstehend'],
    ['users', 'status', 'active', 'Active', 'Aktiv'],
    ['repairs', 'status', 'in_progress', 'In progress', 'In Arbeit'],
    ['groups', 'permissions', 'assets:write', 'Assets: Change', 'Gegenstände: Ändern'],
  ])('names a value as the page of the record does: %s %s %s', async (kind, member, value, en, de) => {
    await english()
    expect(valueOfPage(kind, member, value)).toBe(en)
    await german()
    expect(valueOfPage(kind, member, value)).toBe(de)
  })

  it('leaves texts as they are, whatever they look like', () => {
    expect(valueOfPage('assets', 'name', 'active')).toBeUndefined()
    expect(valueOfPage('assets', 'status', 'constructor')).toBeUndefined()
    expect(valueOfPage('projects', 'name', 'wifi_down')).toBeUndefined()
  })
})

describe('the history of an issue', () => {
  const words = async () => {
    await german()
    const response = new Response(JSON.stringify(issueFieldRows), {
      headers: { 'content-type': 'application/json' },
    })
    const fields = await (await answerOfPage(response, '01K9ZC6W3V8Q4M2T7XK5RNB0EH')).json()
    return historyWords(fields, (text) => i18n._(text))
  }

  it('has a German name for each member', async () => {
    const { names = {} } = await words()
    const unnamed = ['details', 'custom_fields', 'external_ids', 'subtype']
    const ids = ['status_id', 'priority_id', 'issue_type_id']
    const members = [...Object.keys(ofIssues), ...details, 'approval'].filter(
      (member) => !unnamed.includes(member) && !ids.includes(member),
    )
    expect(members.length).toBeGreaterThan(60)
    const same = members.filter((member) => (names[member] ?? memberOfPage(member)) === labelOf(member))
    expect(same.toSorted()).toEqual(['labels', 'problem_id', 'status', 'symptom'])
  })

  it('has German words for each code', async () => {
    const { inWords } = await words()
    const codes = {
      ...issueDetailsValues,
      outcome: Object.values(issueOutcomes).flat(),
      resolution_code: Object.values(resolutionCodes).flat(),
    }
    const english = Object.entries(codes).flatMap(([member, all]) =>
      all.map(labelOfCode).filter((label) => (inWords?.(member, label) ?? label) === label),
    )
    expect(english).toEqual(['Portal', 'Chat', 'Standard', 'Normal'])
    const votes = ['Pending', 'Approved', 'Rejected'].map((vote) => inWords?.('approval', vote))
    expect(votes).toEqual(['Ausstehend', 'Genehmigt', 'Abgelehnt'])
  })

  it('leaves texts as they are, also those that are names of statuses', async () => {
    const { inWords } = await words()
    expect(inWords?.('status', 'Closed')).toBe('Geschlossen')
    for (const member of ['title', 'labels', 'custom_fields.room', 'resolution'])
      expect(inWords?.(member, 'Closed')).toBeUndefined()
  })
})
