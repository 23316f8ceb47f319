import { expect, test } from 'vitest'
import { openDesk, refusal, useDesk } from './desk.ts'

const desk = useDesk()

const found = async (q: string, client = desk.client, more: object = {}) =>
  (await client.issues.list({ q, ...more })).map(({ id }) => id)

test('issues are found by words of key, title, description and comments, in either case, and by their beginnings', async () => {
  const one = await desk.newIssue({ title: 'Printer jams', description: 'On floor **seventeen**' })
  await desk.client.issues.comments.create({ issue_id: one.id }, { body: 'Toner was replaced' })
  for (const q of [
    'printer',
    'PRINTER jams',
    'seventeen',
    'toner',
    'print',
    'printer toner seventeen',
    one.key,
  ])
    expect([q, await found(q)]).toEqual([q, [one.id]])
  for (const q of ['printers', 'printer nonsense', '%', "'", '" or 1=1 --', '& | !', 'a:*'])
    expect([q, await found(q)]).toEqual([q, []])
})

test('the best match comes first, page by page, and the count tells of all', async () => {
  const mentioned = await desk.newIssue({ title: 'Slow network', description: 'the projector, too' })
  const about = await desk.newIssue({ title: 'Projector is dark' })
  const both = await desk.newIssue({ title: 'Projector: the projector projector', description: 'projector' })
  const rows = await found('projector')
  expect(rows).toHaveLength(3)
  expect(rows.indexOf(mentioned.id)).toBe(2)
  expect(rows.indexOf(about.id)).toBeGreaterThan(-1)
  const walked: string[] = []
  for await (const { id } of desk.client.issues.list.all({ q: 'projector', limit: 1 })) walked.push(id)
  expect(walked).toEqual(rows)
  expect(await found('projector', desk.client, { sort: ['id'] })).toEqual([mentioned.id, about.id, both.id])
  expect(await found('projector', desk.client, { status: ['closed'] })).toEqual([])
})

test('a search is counted within the ids that it is narrowed to', async () => {
  const one = await desk.newIssue({ title: 'Loudspeaker hums' })
  const other = await desk.newIssue({ title: 'Loudspeaker is silent' })
  const query = { q: 'loudspeaker', id: [one.id] }
  const counted = await desk.client.issues.list.safe({ ...query, count: true })
  if (!counted.ok) throw counted.error
  expect(counted.headers.get('total-count')).toBe('1')
  expect(await desk.client.issues.summary.list(query)).toEqual([{ count: 1 }])
  expect(await desk.client.issues.summary.list({ ...query, id: [other.id], group_by: ['status'] })).toEqual([
    { status: 'todo', count: 1 },
  ])
})

test('what changes is found as it is', async () => {
  const { id: issue_id } = await desk.newIssue({ title: 'Antenna' })
  await desk.client.issues.update({ issue_id }, { title: 'Chimney' })
  expect([await found('antenna'), await found('chimney')]).toEqual([[], [issue_id]])
  const { id: comment_id } = await desk.client.issues.comments.create({ issue_id }, { body: 'gutter' })
  await desk.client.issues.comments.update({ issue_id, comment_id }, { body: 'rooftop' })
  expect([await found('gutter'), await found('rooftop')]).toEqual([[], [issue_id]])
  await desk.client.issues.comments.delete({ issue_id, comment_id })
  expect(await found('rooftop')).toEqual([])
})

test('searches look into details, labels, resolutions and texts of the tenant’s own fields', async () => {
  await desk.client.issueFields.create({ key: 'cabinet', name: 'Cabinet', type: 'text' })
  const problem = await desk.newIssue({
    issue_type: 'known_problem',
    details: {
      symptom: 'flickering',
      root_cause: 'capacitor',
      workaround: 'candle',
      resolution_notes: 'soldered',
    },
    labels: ['chandelier'],
    custom_fields: { cabinet: 'basement nine' },
  })
  const change = await desk.newIssue({
    issue_type: 'change',
    details: { implementation_plan: 'unscrew', backout_plan: 'rescrew', outcome: 'successful' },
    status: 'closed',
    resolution: 'Dismantled',
  })
  for (const q of ['flickering', 'capacitor', 'candle', 'soldered', 'chandelier', 'basement'])
    expect([q, await found(q)]).toEqual([q, [problem.id]])
  for (const q of ['unscrew', 'rescrew', 'dismantled']) expect([q, await found(q)]).toEqual([q, [change.id]])
  await desk.client.issues.update({ issue_id: problem.id }, { details: { symptom: 'darkness' } })
  expect([await found('flickering'), await found('darkness')]).toEqual([[], [problem.id]])
  const review = await desk.newIssue({
    issue_type: 'post_incident_analysis',
    details: {
      incident_ids: [(await desk.newIssue({ issue_type: 'incident' })).id],
      contributing_factors: ['fatigue\novertime'],
      timeline: [{ occurred_at: '2026-01-01T00:00:00Z', text: 'thunderstorm' }],
    },
  })
  for (const q of ['fatigue', 'overtime', 'thunderstorm'])
    expect([q, await found(q)]).toEqual([q, [review.id]])
})

test('accents and case make no difference, and host names are found by their parts', async () => {
  const { id } = await desk.newIssue({
    title: 'NÚÑEZ cannot print in Łódź',
    description: 'From srv-mail01.example.com, sent to jose.Ñandú@mail02.example.org, Straße 7 on Ærø',
  })
  const { id: other } = await desk.newIssue({ title: 'Zoe and Jorgensen' })
  for (const q of [
    'nunez',
    'Núñez',
    'NUNEZ',
    'lodz',
    'mail01',
    'example.com',
    'srv-mail01',
    'mail02',
    'nandu',
    'strasse',
    'ærø',
    'AERO',
  ])
    expect([q, await found(q)]).toEqual([q, [id]])
  for (const q of ['Zoë', 'jørgensen']) expect([q, await found(q)]).toEqual([q, [other]])
})

test('other lists are searched without accents, too', async () => {
  const { client } = desk
  const person = await client.persons.create({ identity: { first_name: 'José', last_name: 'Núñez' } })
  const plain = await client.persons.create({ identity: { first_name: 'Jose', last_name: 'Nunez' } })
  for (const q of ['nunez', 'NÚÑEZ', 'jose nunez'])
    expect((await client.persons.list({ q, sort: ['id'] })).map((one) => one.id)).toEqual([
      person.id,
      plain.id,
    ])
  const item = await client.configurationItems.create({ name: 'mail01.exämple.com' })
  for (const q of ['mail01', 'EXAMPLE', 'exämple'])
    expect((await client.configurationItems.list({ q })).map((one) => one.id)).toEqual([item.id])
})

test('as much is searched as a document of words can hold', async () => {
  const words = (n: number) =>
    Array.from({ length: 9_000 }, (_, at) => `w${n}x${at}`)
      .join(' ')
      .slice(0, 65_000)
  const { id: issue_id } = await desk.newIssue({
    issue_type: 'known_problem',
    title: 'Verbose',
    description: words(0),
  })
  for (const [at, member] of ['symptom', 'root_cause', 'workaround', 'permanent_fix'].entries())
    await desk.client.issues.update({ issue_id }, { details: { [member]: words(at + 1) } })
  expect(await found('w0x8000')).toEqual([issue_id])
})

test('a deleted issue is never found', async () => {
  const { id: issue_id } = await desk.newIssue({ title: 'Ephemeral', description: 'vanishing' })
  await desk.client.issues.comments.create({ issue_id }, { body: 'transient' })
  for (const q of ['ephemeral', 'vanishing', 'transient']) expect(await found(q)).toEqual([issue_id])
  await desk.client.issues.delete({ issue_id })
  for (const q of ['ephemeral', 'vanishing', 'transient']) expect([q, await found(q)]).toEqual([q, []])
})

test('words of any length are stored, and found as far as a search can contain them', async () => {
  const long = 'x'.repeat(150)
  const { id } = await desk.newIssue({ title: `Lengthy ${long}`, description: 'y'.repeat(2_046) })
  for (const q of ['lengthy', long]) expect([q, await found(q)]).toEqual([q, [id]])
})

test('searches look into fields that are searchable, from the moment that they are', async () => {
  const field = await desk.client.issueFields.create({
    key: 'rack',
    name: 'Rack',
    type: 'text',
    is_searchable: false,
  })
  const { id: issue_id } = await desk.newIssue({ custom_fields: { rack: 'cabinet nine' } })
  expect(await found('cabinet')).toEqual([])
  const params = { issue_field_id: field.id }
  await desk.client.issueFields.update(params, { is_searchable: true })
  expect(await found('cabinet nine')).toEqual([issue_id])
  await desk.client.issues.update({ issue_id }, { custom_fields: { rack: 'cupboard' } })
  expect([await found('cabinet'), await found('cupboard')]).toEqual([[], [issue_id]])
  await desk.client.issueFields.update(params, { is_searchable: false })
  expect(await found('cupboard')).toEqual([])
})

test('internal comments are found by whoever may read them; other tenants and projects never are', async () => {
  const { id: issue_id } = await desk.newIssue({ title: 'Visible' })
  await desk.client.issues.comments.create({ issue_id }, { body: 'confidential', visibility: 'internal' })
  const bob = await desk.member(['issues:read'])
  expect([await found('confidential'), await found('confidential', bob.client)]).toEqual([[issue_id], []])
  const other = await openDesk(desk.service)
  expect(await found('visible', other.client)).toEqual([])
  const project = await desk.client.projects.create({ name: 'Apart' })
  const eve = await desk.member(['issues:read'], project.id)
  expect(await found('visible', eve.client)).toEqual([])
  expect(await refusal(desk.client.issues.list({ q: ' ' }))).toMatchObject([
    422,
    'validation_failed',
    ['q too_short'],
  ])
})

test('lists that wait hold up no lookup', async () => {
  const { id: location_type_id } = await desk.client.locationTypes.create({ name: 'Haste' })
  const slow = await desk.service.database.sql.begin(async (tx) => {
    await tx`lock table persons in access exclusive mode`
    const waiting = Array.from({ length: 12 }, () => desk.client.persons.list.safe({}))
    for (let n = 0; n < 12; n += 1)
      expect((await desk.client.locationTypes.get({ location_type_id })).name).toBe('Haste')
    return waiting
  })
  for (const answer of await Promise.all(slow)) expect(answer.ok).toBe(true)
})

test('searches and counts that wait hold up no other read', async () => {
  const { id: issue_id } = await desk.newIssue({ title: 'Patience' })
  const slow = await desk.service.database.sql.begin(async (tx) => {
    await tx`lock table issue_texts in access exclusive mode`
    const waiting = Array.from({ length: 12 }, (_, n) =>
      desk.client.issues.list.safe({ q: 'patience', count: n % 2 === 0 }),
    )
    for (let n = 0; n < 12; n += 1) {
      expect((await desk.client.issues.get({ issue_id })).title).toBe('Patience')
      expect(await desk.client.issues.list({ limit: 1 })).toHaveLength(1)
    }
    return waiting
  })
  for (const answer of await Promise.all(slow)) expect(answer.ok).toBe(true)
})
