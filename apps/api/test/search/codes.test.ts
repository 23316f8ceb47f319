import { expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { makers, newWord, oneOfEach, useSearchDesk } from './world.ts'

const desk = useSearchDesk()

const found = async (code: string) =>
  (await desk().client.codes.get({ code })).map(({ type, id, matched_by }) => [type, id, matched_by])

test('every code finds its record, ignoring case where the code is unique ignoring case', async () => {
  const make = makers(desk())
  const { client } = desk()
  const [tag, serial, external, room, ci, school, group] = [1, 2, 3, 4, 5, 6, 7].map(
    (place) => `X${place}${newWord()}`,
  )
  const asset = await make.asset('Laptop', { asset_tag: tag ?? '', serial_number: serial ?? '' })
  const person = await make.person('Kim', 'Okafor', external)
  const location = await make.location(newWord(), room)
  const item = await make.item(newWord(), ci)
  const place = await make.school(newWord(), school)
  const project = await make.project()
  const issue = await make.issue('Broken', project.id)
  const team = await make.group(group ?? '')
  const cases = [
    [tag, asset.id, 'asset', 'asset_tag', true],
    [serial, asset.id, 'asset', 'serial_number', true],
    [external, person.id, 'person', 'external_id', false],
    [room, location.id, 'location', 'code', false],
    [ci, item.id, 'configuration_item', 'external_id', false],
    [school, place.id, 'school', 'code', true],
    [project.key, project.id, 'project', 'key', true],
    [issue.key, issue.id, 'issue', 'key', true],
    [team.key, team.id, 'group', 'key', true],
  ] as const
  for (const [code = '', id, type, member, ignoresCase] of cases) {
    expect([code, await found(code)]).toEqual([code, [[type, id, member]]])
    const other = code === code.toUpperCase() ? code.toLowerCase() : code.toUpperCase()
    expect([other, await found(other)]).toEqual([other, ignoresCase ? [[type, id, member]] : []])
    expect(await found(`${code}0`)).toEqual([])
  }
  expect(await client.codes.get({ code: tag ?? '' })).toEqual([
    { type: 'asset', id: asset.id, name: 'Laptop', matched_by: 'asset_tag' },
  ])
})

test('a tag that is the serial number of another asset finds both, and one that is its own finds it once', async () => {
  const make = makers(desk())
  const code = newWord()
  const tagged = await make.asset('Tagged', { asset_tag: code, serial_number: code })
  const numbered = await make.asset('Numbered', { serial_number: code.toUpperCase() })
  const room = await make.location('Room', code)
  expect((await found(code)).sort()).toEqual(
    [
      ['asset', tagged.id, 'asset_tag'],
      ['asset', numbered.id, 'serial_number'],
      ['location', room.id, 'code'],
    ].sort(),
  )
})

test('an issue is found by a former key until another issue has it', async () => {
  const make = makers(desk())
  const [from, to] = [await make.project(), await make.project()]
  const issue = await make.issue('Moved', from.id)
  const { key } = await desk().client.issues.update({ issue_id: issue.id }, { project_id: to.id })
  expect(key).not.toBe(issue.key)
  for (const code of [issue.key, issue.key.toLowerCase(), key])
    expect(await found(code)).toEqual([['issue', issue.id, 'key']])
})

test('the address of a record finds it by its id, on any host, and so does the id alone', async () => {
  const made = await oneOfEach(desk(), newWord())
  const paths = {
    asset: 'assets',
    person: 'persons',
    issue: 'issues',
    configuration_item: 'configuration-items',
    location: 'locations',
    project: 'projects',
    asset_model: 'asset-models',
    school: 'schools',
    group: 'groups',
    user: 'users',
  }
  for (const [type, path] of Object.entries(paths)) {
    const id = made[type] ?? ''
    for (const code of [
      id,
      id.toLowerCase(),
      `/${path}/${id}`,
      `https://any.host/${path}/${id}`,
      `http://any.host:8080/api/${path}/${id.toLowerCase()}/`,
      `https://any.host/t/north/${path}/${id}?tab=history#top`,
    ])
      expect([code, await found(code)]).toEqual([code, [[type, id, 'url']]])
    const otherPath = path === 'schools' ? 'assets' : 'schools'
    for (const code of [
      `https://any.host/${otherPath}/${id}`,
      `https://any.host/${path}/${id}/history`,
      `ftp://any.host/${path}/${id}`,
      `${path}/${id}`,
      `https://any.host/${path}/${newId()}`,
    ])
      expect([code, await found(code)]).toEqual([code, []])
  }
  expect(await found(`https://any.host/t/north/people/${made.person}`)).toEqual([
    ['person', made.person, 'url'],
  ])
})

test('an address of the page finds an asset by its tag and an issue by its key, in the tenant that it names', async () => {
  const make = makers(desk())
  const asset = await make.asset('Labelled', { asset_tag: `Ä ${newWord()}` })
  const project = await make.project()
  const issue = await make.issue('Broken', project.id)
  const { slug } = await desk().client.tenants.get({ tenant_id: desk().tenantId })
  const paths = [
    [`assets/${encodeURIComponent(asset.asset_tag)}`, 'asset', asset.id],
    [`issues/${issue.key}`, 'issue', issue.id],
    [`issues/${issue.key.toLowerCase()}`, 'issue', issue.id],
    [`projects/${project.key}`, 'project', project.id],
  ]
  for (const [path, type, id] of paths) {
    for (const tenant of [slug, slug.toUpperCase(), desk().tenantId, desk().tenantId.toLowerCase()])
      expect(await found(`https://any.host/t/${tenant}/${path}`)).toEqual([[type, id, 'url']])
    expect(await found(`https://any.host/api/${path}`)).toEqual([[type, id, 'url']])
    expect(await found(`https://any.host/t/another/${path}`)).toEqual([])
  }
  for (const path of [`assets/${asset.serial_number}`, `assets/${issue.key}`, 'issues/%ff', 'assets/'])
    expect(await found(`https://any.host/t/${slug}/${path}`)).toEqual([])
})

test('a code that is an id or an address as well finds both records', async () => {
  const make = makers(desk())
  const school = await make.school(newWord())
  const labelled = await make.asset('Labelled', { asset_tag: school.id })
  expect(await found(school.id)).toEqual([
    ['asset', labelled.id, 'asset_tag'],
    ['school', school.id, 'url'],
  ])
})

test('any text may be looked up, percent-encoded', async () => {
  const make = makers(desk())
  const word = newWord()
  for (const code of [
    `${word}/1`,
    `${word} 100%`,
    `${word}%2F`,
    `${word}?&#+;,:@`,
    `${word} ÄÖ 漢字 🏫`,
    `${word}\\"'`,
  ]) {
    const room = await make.location(`Room ${code}`, code)
    expect([code, await found(code)]).toEqual([code, [['location', room.id, 'code']]])
    expect(await found(`  ${code} `)).toEqual([['location', room.id, 'code']])
  }
})

test('what cannot be a code is refused with what to do', async () => {
  const { service, owner, tenantId } = desk()
  const look = async (segment: string) => {
    const answer = await fetch(`${service.address}/codes/${segment}`, {
      headers: { authorization: `Bearer ${owner.token}`, 'x-tenant-id': tenantId },
    })
    const { errors } = (await answer.json()) as { errors?: unknown }
    return [answer.status, errors]
  }
  const error = (code: string) => [422, [expect.objectContaining({ in: 'path', pointer: 'code', code })]]
  expect(await look('%ff')).toEqual(error('invalid_format'))
  expect(await look('100%')).toEqual(error('invalid_format'))
  expect(await look('a%00b')).toEqual(error('invalid_format'))
  expect(await look('a%0Ab')).toEqual(error('invalid_format'))
  expect(await look('%20')).toEqual(error('too_short'))
  expect(await look('a'.repeat(2049))).toEqual(error('too_long'))
  expect(await look('a'.repeat(2048))).toEqual([200, undefined])
  expect(await look('%F0%9F%8F%AB'.repeat(1000))).toEqual([200, undefined])
  expect(await look('a/b')).toEqual([404, undefined])
})
