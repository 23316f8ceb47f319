import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { document, documentFile, documentText } from '../scripts/document.ts'
import { contract } from '../src/index.ts'
import { type EndpointSpec, problemsOf, takesIdempotencyKey, takesIfMatch } from '../src/kernel/endpoint.ts'
import { operationsOf } from '../src/kernel/openapi/operations-of.ts'
import { endpointsOf, type JsonSchema } from '../src/kernel/openapi/types.ts'
import { openApiDocument } from '../src/kernel/openapi.ts'
import { permissionNames } from '../src/kernel/permissions.ts'
import { problems } from '../src/kernel/problems.ts'
import { isUlid } from '../src/kernel/schema.ts'
import { components, refusedByDocument } from './components.ts'

const changesNothingNamed = new Set([
  'setCurrentIdentityOfPerson',
  'retryJobOfOperator',
  'replayWebhookEndpoint',
])

/**
 * True for an operation that changes the last record in its path. A vote changes the issue, and a new secret its
 * endpoint. These change none: a person's current identity is named in the body, a job has no version, and a replay of
 * events does not change the endpoint.
 */
const changesNamedRecord = ({ operationId, method, path, success, body }: EndpointSpec) =>
  method === 'patch' ||
  method === 'delete' ||
  operationId === 'createApprovalOfIssue' ||
  operationId === 'rotateWebhookEndpointSecret' ||
  (method === 'post' &&
    success.status === 200 &&
    body !== undefined &&
    path.includes('{') &&
    !changesNothingNamed.has(operationId))

interface Operation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters: Parameter[]
  security?: object[]
  requestBody?: { required: boolean; content: Record<string, MediaType> }
  responses: Record<string, Answer>
  'x-permission': string
  'x-move'?: object
}
interface Parameter {
  $ref?: string
  name?: string
  description?: string
  explode?: boolean
  schema?: object
  example?: unknown
}
interface MediaType {
  schema: object
  example?: unknown
  examples?: Record<string, { $ref: string }>
}
interface Answer {
  $ref?: string
  description?: string
  headers?: Record<string, object>
  content?: Record<string, MediaType>
}

/** True for a filter that is repeated for several values; `sort` has them in one parameter. */
const isRepeated = ({ explode, schema = {} }: Parameter) =>
  explode !== false && 'type' in schema && schema.type === 'array'

const endpoints = endpointsOf(contract).map(({ endpoint }) => endpoint)
const operations = new Map(
  operationsOf(document).map(({ method, path, operation }) => [
    `${method} ${path}`,
    operation as unknown as Operation,
  ]),
)
const found = (reference: string) =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], document)
const resolve = <T extends { $ref?: string }>(value: T) => (value.$ref ? (found(value.$ref) as T) : value)

const isSentence = (text: string | undefined) => text !== undefined && /^[^a-z\s].*[.]$/s.test(text)

describe('the document', () => {
  test('is up to date', () => {
    expect(readFileSync(documentFile, 'utf8') === documentText, 'run `pnpm generate`').toBe(true)
  })

  test('is the same each time', () => {
    const again = openApiDocument(contract, {
      title: document.info.title,
      version: document.info.version,
      description: document.info.description ?? '',
      servers: [{ url: '/', description: 'This installation.' }],
    })
    expect(`${JSON.stringify(again, null, 2)}\n` === documentText).toBe(true)
  })

  test('has the operations of the contract and no others', () => {
    expect([...operations.keys()].sort()).toEqual(
      endpoints.map(({ method, path }) => `${method} ${path}`).sort(),
    )
  })

  test('has references to what is there only', () => {
    for (const [, reference] of documentText.matchAll(/"\$ref": "([^"]+)"/g)) {
      expect(found(reference ?? ''), reference).toBeDefined()
    }
  })

  test('does not depend on the order in which the contract was written', () => {
    const reversed = Object.fromEntries(
      Object.entries(contract)
        .reverse()
        .map(([name, group]) => [name, Object.fromEntries(Object.entries(group).reverse())]),
    )
    const again = openApiDocument(reversed, {
      title: document.info.title,
      version: document.info.version,
      description: document.info.description ?? '',
      servers: [{ url: '/', description: 'This installation.' }],
    })
    expect(JSON.stringify(again, null, 2) === documentText.trimEnd()).toBe(true)
  })

  test('describes its servers, its ways to sign in, and the sections that it has', () => {
    const used = new Set([...operations.values()].flatMap(({ tags }) => tags))
    expect(document.tags?.map(({ name }) => name).sort()).toEqual([...used].sort())
    const described = [
      document.info,
      ...(document.servers ?? []),
      ...(document.tags ?? []),
      ...Object.values(document.components?.securitySchemes ?? {}),
    ] as { description?: string }[]
    expect(described.filter(({ description }) => !isSentence(description))).toEqual([])
    expect(document.security).toEqual(
      Object.keys(document.components?.securitySchemes ?? {}).map((name) => ({ [name]: [] })),
    )
  })

  test('describes every schema and each of its members', () => {
    const isDescribed = (schema: JsonSchema): boolean =>
      isSentence(schema.description) ||
      (schema.$ref !== undefined && isDescribed(found(schema.$ref) as JsonSchema)) ||
      (schema.anyOf ?? []).some(isDescribed)
    const silent = Object.entries(components).flatMap(([name, schema]) => [
      ...(isDescribed(schema) ? [] : [name]),
      ...Object.entries(schema.properties ?? {}).flatMap(([member, inner]) =>
        isDescribed(inner) ? [] : [`${name}.${member}`],
      ),
    ])
    expect(silent).toEqual([])
  })

  test('says null as a type, so that descriptions stand where readers look for them', () => {
    expect(documentText).not.toMatch(/"anyOf": \[\s*\{\s*"type": "null"\s*\},\s*\{\s*"type": "string"/)
    expect(components.Asset?.properties?.created_by).toMatchObject({ type: ['string', 'null'] })
  })

  test('says a part that several operations share once', () => {
    const inline = [...operations.values()].flatMap(({ parameters, responses }) =>
      [...parameters, ...Object.values(responses)]
        .filter((part) => !part.$ref)
        .map((part) => JSON.stringify(part)),
    )
    expect(inline.filter((part, at) => inline.indexOf(part) !== at)).toEqual([])
  })

  test('sorts its paths and components', () => {
    for (const entries of [
      document.paths,
      document.components,
      ...Object.values(document.components ?? {}),
    ]) {
      const keys = Object.keys(entries ?? {})
      expect(keys).toEqual([...keys].sort())
    }
  })
})

test('no two operations have the same summary', () => {
  const summaries = [...operations.values()].map(({ summary }) => summary)
  expect(summaries.filter((summary, at) => summaries.indexOf(summary) !== at)).toEqual([])
})

test('an upsert names its record as its operationId does', () => {
  for (const { upserts, operationId, method, path } of endpoints.filter((one) => one.upserts)) {
    const record = operationId.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    const { summary } = operations.get(`${method} ${path}`) as Operation
    expect(summary.replace(/Create or update an? /, 'upsert '), upserts?.kind).toBe(
      `${record} by an external id`,
    )
  }
})

test.each(['/asset-assignments', '/assets/{asset_id}/assignments'])(
  'the example of POST %s names a person or a location',
  (path) => {
    const content = operations.get(`post ${path}`)?.requestBody?.content['application/json']
    const holders = Object.entries(content?.example ?? {}).filter(([key]) =>
      /^(person|location)_id$/.test(key),
    )
    expect(holders.filter(([, value]) => value !== null)).toHaveLength(1)
  },
)

describe.each(endpoints.map((endpoint) => [endpoint.operationId, endpoint] as const))('%s', (_, endpoint) => {
  const operation = operations.get(`${endpoint.method} ${endpoint.path}`) as Operation
  const parameters = operation.parameters.map((parameter) => resolve(parameter).name)
  const success = resolve(operation.responses[endpoint.success.status] ?? {})

  test('says what it does', () => {
    expect(operation.summary).toMatch(/^[A-Z][^\n]{3,70}[^.\s]$/)
    expect(operation.description).toMatch(/Needs (no token|a token|the permission)/)
    expect(isSentence(operation.description)).toBe(true)
    expect(operation.tags).toEqual([endpoint.tag])
  })

  test('says that it needs no permission only where its description names none', () => {
    const { description } = operation
    const names = permissionNames.filter((name) => description.includes(`\`${name}\``))
    const rules = description.match(/\bneeds (each|every|the permission)\b/i) ?? []
    if (description.includes('Needs a token, and no permission.')) expect([...names, ...rules]).toEqual([])
  })

  test('describes each parameter', () => {
    for (const parameter of operation.parameters.map(resolve)) {
      expect(isSentence(parameter.description), parameter.name).toBe(true)
      if (isRepeated(parameter))
        expect(parameter.description).toMatch(/repeat it[^.]* for (any of )?several/i)
      if (parameter.example !== undefined)
        expect(refusedByDocument(parameter.schema ?? {}, parameter.example)).toBeUndefined()
    }
  })

  test('names every problem that it can answer, with its status', () => {
    const named = Object.entries(operation.responses).flatMap(([status, answer]) =>
      Object.keys(resolve(answer).content?.['application/problem+json']?.examples ?? {}).map(
        (code) => `${status} ${code}`,
      ),
    )
    const expected = problemsOf(endpoint).map((code) => `${problems[code].status} ${code}`)
    expect(named.sort()).toEqual(expected.sort())
  })

  test('says who may call it', () => {
    const isOpen = endpoint.permission === 'public'
    const withToken = endpoint.withToken ? [{}, { bearer: [] }] : []
    expect(operation['x-permission']).toBe(endpoint.permission)
    expect(operation.security).toEqual(isOpen ? withToken : undefined)
    const isInTenant = (!isOpen || endpoint.withToken !== undefined) && !endpoint.ignoresTenant
    expect(parameters.includes('X-Tenant-Id')).toBe(isInTenant)
  })

  test('says what it takes', () => {
    const media = Object.keys(operation.requestBody?.content ?? {})
    const usual = endpoint.bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
    const expected = [usual, ...(endpoint.method === 'patch' ? ['application/merge-patch+json'] : [])]
    expect(media).toEqual(endpoint.body ? expected : [])
    const isRequired = endpoint.body && !z.safeParse(endpoint.body, {}).success
    expect(operation.requestBody?.required).toBe(isRequired)
    expect(parameters.includes('If-Match')).toBe(takesIfMatch(endpoint))
    expect(takesIfMatch(endpoint)).toBe(changesNamedRecord(endpoint))
    expect(parameters.includes('Idempotency-Key')).toBe(takesIdempotencyKey(endpoint))
    expect(parameters.includes('cursor')).toBe(endpoint.collection !== undefined)
    expect(new Set(parameters).size).toBe(parameters.length)
  })

  test('says what it answers', () => {
    const statuses = Object.keys(operation.responses).filter((status) => status.startsWith('2'))
    const created = 'orCreated' in endpoint.success ? ['201'] : []
    const nothing = 'orNothing' in endpoint.success ? ['204'] : []
    expect(statuses).toEqual([`${endpoint.success.status}`, ...created, ...nothing])
    expect('Link' in (success.headers ?? {})).toBe(endpoint.collection !== undefined)
    expect('Idempotent-Replayed' in (success.headers ?? {})).toBe(takesIdempotencyKey(endpoint))
    const isConditional = parameters.includes('If-None-Match') && endpoint.method === 'get'
    expect(operation.responses['304'] !== undefined).toBe(isConditional)
    expect(operation['x-move']).toEqual(endpoint.move)
    expect(success.description).toMatch(
      /^(Done; the answer has no body|(The|A page of|All|A message|Who) [^`]+)\.$/,
    )
  })

  test('has examples that fit its schemas', () => {
    const bodies = [operation.requestBody, ...Object.values(operation.responses).map(resolve)]
    for (const media of bodies.flatMap((body) => Object.values(body?.content ?? {}))) {
      const examples = media.examples
        ? Object.values(media.examples).map((example) => (resolve(example) as { value?: unknown }).value)
        : [media.example]
      for (const example of examples) {
        expect(example).toBeDefined()
        expect(refusedByDocument(media.schema, example), JSON.stringify(example)).toBeUndefined()
      }
    }
  })
})

/** True when a request could match both paths. */
function isAmbiguous(one: string, other: string): boolean {
  const isLiteral = (segment: string) => !segment.startsWith('{')
  const differs = (segment: string, at: number) => {
    const beside = other.split('/')[at] ?? ''
    if (isLiteral(segment) && isLiteral(beside)) return segment !== beside
    const literal = [segment, beside].find(isLiteral)
    const isId = /(?<!\{external)_id\}$/.test(literal === segment ? beside : segment)
    return literal !== undefined && isId && !isUlid(literal)
  }
  const segments = one.split('/')
  return segments.length === other.split('/').length && !segments.some(differs)
}

test('no request fits two paths', () => {
  const paths = Object.keys(document.paths ?? {})
  const pairs = paths.flatMap((one, at) => paths.slice(at + 1).map((other) => [one, other] as const))
  expect(pairs.filter(([one, other]) => isAmbiguous(one, other))).toEqual([])
  expect(isAmbiguous('/persons/{person_id}/{word}', '/persons/{person_id}/identities')).toBe(true)
})

test('the Helm chart installs the image of this version', () => {
  const chart = readFileSync(new URL('../../../deploy/helm/Chart.yaml', import.meta.url), 'utf8')
  expect(chart.split('\n')).toContain(`appVersion: ${document.info.version}`)
})
