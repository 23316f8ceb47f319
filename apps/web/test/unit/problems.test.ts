import { memberCodes, problems, voteObstacles } from '@commonhold/contract'
import { ApiProblem, ApiUnreachable } from '@commonhold/contract/client'
import { i18n } from '@lingui/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { emailError, formErrorsOf } from '../../src/field-errors.ts'
import { addPart, type Language } from '../../src/i18n.ts'
import { problemText, statusOf } from '../../src/problem-text.ts'
import { loadRefusals } from '../../src/refusals/load.ts'
import { withoutSentence } from './problems-without-sentence.ts'

/** Loads the texts of a language, without a page. */
async function speak(language: Language) {
  i18n.loadAndActivate({ locale: language, messages: {} })
  await Promise.all([addPart('entry'), addPart('refusals'), loadRefusals()])
}

beforeAll(() => speak('en'))

const problem = (status: number, code: string, facts: object = {}, headers: Record<string, string> = {}) =>
  new ApiProblem(
    {
      type: `/problems/${code}`,
      title: code,
      status,
      detail: 'What happened and what to do.',
      instance: '/',
      code,
      request_id: 'r-1',
      ...facts,
    },
    new Headers(headers),
  )

/** An answer of a gateway instead of the service. */
const answered = (status: number, headers: Record<string, string> = {}) =>
  new ApiUnreachable('not_the_service', undefined, new Response('<h1>No</h1>', { status, headers }))

const error = (pointer: string, message: string, part = 'body') => ({ in: part, pointer, code: 'x', message })

describe('a refusal outside of a form', () => {
  it('says what is wrong, each error once', () => {
    const refused = problem(422, 'validation_failed', {
      errors: [
        error('/person_id', 'several persons have pieces; name one'),
        error('/items/0', 'is archived'),
        error('/items/1', 'is archived'),
      ],
    })
    expect(problemText(refused)).toBe(
      'Some of your input is not valid. Several persons have pieces; name one. Is archived.',
    )
  })
})

describe('errors of a refused form', () => {
  it('stand at the fields that their pointers name', () => {
    const refused = problem(422, 'validation_failed', {
      errors: [error('/serial_number', 'must not be empty'), error('/name', 'Is too long.')],
    })
    expect(formErrorsOf(refused, ['name', 'serial_number'])).toEqual({
      fields: { serial_number: 'Must not be empty.', name: 'Is too long.' },
      others: [],
    })
  })

  it('are read by the pointer’s members, escapes undone; the first for a field wins', () => {
    const refused = problem(422, 'validation_failed', {
      errors: [error('/a~1b~0c/0/d', 'first'), error('/a~1b~0c', 'second')],
    })
    expect(formErrorsOf(refused, ['a/b~c']).fields).toEqual({ 'a/b~c': 'First.' })
  })

  it('stand at the field whose name is the longest beginning of the pointer', () => {
    const refused = problem(422, 'validation_failed', {
      errors: [
        error('/fields/details/approver_ids/1', 'first'),
        error('/fields/custom_fields/comment', 'second'),
        error('/comment', 'third'),
        error('/fields/title', 'fourth'),
      ],
    })
    const names = ['fields/details/approver_ids', 'fields/custom_fields/comment', 'comment']
    expect(formErrorsOf(refused, names)).toEqual({
      fields: {
        'fields/details/approver_ids': 'First.',
        'fields/custom_fields/comment': 'Second.',
        comment: 'Third.',
      },
      others: ['Title: Fourth.'],
    })
  })

  it('name the member in words when the form has no field for it', () => {
    const refused = problem(422, 'validation_failed', {
      errors: [
        error('/project_id', 'no such record'),
        error('name', 'unknown', 'query'),
        error('', 'must be an object'),
      ],
    })
    const { fields, others } = formErrorsOf(refused, ['name'])
    expect(fields).toEqual({})
    expect(others).toEqual(['Project: No such record.', 'Name: Unknown.', 'Must be an object.'])
  })

  it('mark the field of a duplicate', () => {
    const refused = problem(409, 'already_exists', { field: 'serial_number' })
    expect(formErrorsOf(refused, ['serial_number']).fields).toEqual({
      serial_number: 'Another record already has this value. Choose another one.',
    })
    expect(formErrorsOf(refused, ['name']).fields).toEqual({})
    const enrolled = problem(409, 'already_exists', { field: 'person_id' })
    expect(formErrorsOf(enrolled, ['person_id']).fields.person_id).toMatch(/^Already enrolled at this school/)
    const custom = problem(409, 'already_exists', { field: 'custom_fields.ticket' })
    expect(formErrorsOf(custom, ['ticket', 'fields/custom_fields/ticket']).fields).toEqual({
      'fields/custom_fields/ticket': 'Another record already has this value. Choose another one.',
    })
  })

  it.each([null, new Error('x'), new ApiUnreachable('timeout'), problem(503, 'unavailable')])(
    'are none without a list of them',
    (failure) => {
      expect(formErrorsOf(failure, ['name'])).toEqual({ fields: {}, others: [] })
    },
  )
})

describe('an email address', () => {
  it.each(['ada@example.org', 'a.b+c@mail.example.co'])('may be %s', (email) => {
    expect(emailError(email)).toBeUndefined()
  })
  it.each(['', 'ada', 'ada@', '@example.org', 'ada@example', 'a b@example.org'])('may not be %j', (email) => {
    expect(emailError(email)).toMatch(/^Enter /)
  })
})

describe('the status of a failure', () => {
  it.each([
    [problem(409, 'already_exists'), 409],
    [answered(409), 409],
    [new ApiUnreachable('timeout'), undefined],
    [new Error('x'), undefined],
    [null, undefined],
  ])('is that of the answer, whoever gave it (%#)', (failure, status) => {
    expect(statusOf(failure)).toBe(status)
  })
})

describe('the text of a failure', () => {
  it.each([
    [new ApiUnreachable('timeout'), /10 seconds.*try again/i],
    [new ApiUnreachable('network'), /cannot be reached.*try again/i],
    [new ApiUnreachable('not_the_service'), /try again/i],
    [problem(401, 'invalid_credentials'), /email or the password is wrong/],
    [problem(429, 'rate_limited', {}, { 'retry-after': '12' }), /Try again in 12 seconds/],
    [problem(429, 'rate_limited', {}, { 'retry-after': '1' }), /Try again in 1 second\./],
    [problem(429, 'rate_limited', {}, { 'retry-after': '900' }), /Try again in 15 minutes/],
    [problem(429, 'rate_limited'), /Try again in a moment/],
    [problem(503, 'unavailable', {}, { 'retry-after': '0' }), /is busy. Try again in 1 second/],
    [problem(500, 'internal_error'), /report r-1/],
    [problem(403, 'permission_denied', { required_permission: 'assets:write' }), /assets:write.*owner/],
    [problem(409, 'something_new'), /^What happened and what to do\.$/],
    [answered(401), /Sign in again/],
    [answered(409), /conflicts.*check your input/],
    [answered(429, { 'retry-after': '12' }), /Try again in 12 seconds/],
    [answered(503), /is busy/],
    [answered(502), /answer did not come from the service/],
    [new TypeError('x is not a function'), /Reload/],
  ])('says what to do (%#)', (failure, text) => {
    expect(problemText(failure)).toMatch(text)
  })
})

const DETAIL = 'What happened and what to do.'

/** Members of each problem whose message depends on them, one set for each message. */
const facts: Readonly<Record<string, readonly object[]>> = {
  already_exists: [{}, { field: 'serial_number' }, { field: 'person_id' }],
  permission_denied: [
    {},
    { required_permission: '*' },
    { required_permission: 'assets:write' },
    { reasons: ['is_creator'] },
    { reasons: ['is_creator', 'is_reporter'] },
    ...voteObstacles.slice(1).map((obstacle) => ({ reasons: [obstacle] })),
    { reasons: ['not_an_approver'] },
    { reasons: ['not_in_allowed_group'] },
  ],
  content_too_large: [{}, { limit: 1_048_576 }],
  dependent_item_exists: [{}, { dependents: { assets: 3, issues: null, unheard_of: 1 } }],
  quota_exceeded: [{}, { quota: 'issues', limit: 50_000 }],
  asset_not_active: [{ current_state: 'disposed' }, { current_state: 'lost' }],
  insufficient_quantity: [
    {},
    { available_quantity: 0 },
    { available_quantity: 1 },
    { available_quantity: 2 },
  ],
  issue_blocked: [
    {},
    { blockers: [{ key: 'SD-1' }], children: [{ key: 'SD-2' }], hidden_blockers: 0 },
    { blockers: [{ key: 'SD-1' }], hidden_children: 2 },
  ],
  approval_required: [
    { approval_status: 'requested' },
    { approval_status: 'rejected' },
    { approval_status: 'none' },
  ],
}
const textsOf = (code: string) =>
  (facts[code] ?? [{}]).map((one) => problemText(problem(409, code, one, { 'retry-after': '3' })))

const codes = Object.keys(problems)
const spoken = codes.filter((code) => !(code in withoutSentence))
/** Words of HTTP and of the API, which mean nothing to users. */
const forPrograms =
  /\b(GET|POST|PATCH|PUT|DELETE|HTTP|JSON|ETag|Retry-After)\b|X-|`|\w_\w|[{}]| \/\w|undefined|NaN/

describe.each(['en', 'de'] as const)('a refusal in the language %s', (language) => {
  beforeAll(() => speak(language))

  it.each(spoken)('is said by the page itself: %s', (code) => {
    for (const text of textsOf(code)) {
      expect(text).not.toContain(DETAIL)
      expect(text).toMatch(/^[A-ZÄÖÜ].*[.]$/)
      expect(text).not.toMatch(forPrograms)
    }
    expect(new Set(textsOf(code)).size).toBe(textsOf(code).length)
  })

  it('which only programs meet is said by the service', () => {
    for (const code of Object.keys(withoutSentence)) expect(textsOf(code)).toEqual([DETAIL])
  })
})

describe('in German', () => {
  beforeAll(() => speak('de'))
  beforeAll(() => () => speak('en'))

  it('names what uses a record, with numbers', () => {
    const used = problem(409, 'dependent_item_exists', { dependents: { assets: 1_200, issues: null } })
    expect(problemText(used)).toMatch(/\(Gegenstände: 1.200, Vorgänge\)/)
  })

  it('names the member whose value another record has', async () => {
    for (const field of ['serial_number', 'identities.0.serial_number'])
      await expect
        .poll(() => problemText(problem(409, 'already_exists', { field })))
        .toMatch(/\(Seriennummer\)/)
  })

  it.each(Object.keys(memberCodes))('says at the field what is wrong: %s', (code) => {
    const refused = problem(422, 'validation_failed', {
      errors: [{ in: 'body', pointer: '/name', code, message: 'english' }],
    })
    expect(formErrorsOf(refused, ['name']).fields.name).toMatch(/^[A-ZÄÖÜ](?!.*english).*\.$/)
  })

  it.each([
    ['too_long', 'must have at most 100', 'Das ist zu lang: höchstens 100.'],
    ['too_short', 'must not be empty', 'Das darf nicht leer sein.'],
    ['out_of_range', 'must be at least -3', 'Das liegt außerhalb des erlaubten Bereichs (Grenze: -3).'],
  ])('says the limit with %s (%s)', (code, message, expected) => {
    const refused = problem(422, 'validation_failed', {
      errors: [{ in: 'body', pointer: '/name', code, message }],
    })
    expect(formErrorsOf(refused, ['name']).fields.name).toBe(expected)
  })
})
