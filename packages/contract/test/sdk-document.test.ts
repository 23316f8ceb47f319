import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { document, generatorsDocument, generatorsDocumentText, sdkDocumentFile } from '../scripts/document.ts'
import { operationsOf } from '../src/kernel/openapi/operations-of.ts'
import { withEnumNames } from '../src/kernel/openapi/sdk/enum-names.ts'
import { sdkSchema } from '../src/kernel/openapi/sdk/schemas.ts'
import { sdkDocument } from '../src/kernel/openapi/sdk.ts'
import type { JsonObject } from '../src/kernel/openapi/types.ts'

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: JsonObject
}

const operations = operationsOf(generatorsDocument)
const parametersOf = ({ operation }: (typeof operations)[number]) =>
  (operation.parameters ?? []) as unknown as Parameter[]
const schemas = Object.entries(generatorsDocument.components?.schemas ?? {}) as unknown as [
  string,
  JsonObject,
][]

/** Every object within a value, with its path. */
function* objectsIn(value: unknown, at = ''): Generator<[string, JsonObject]> {
  if (value === null || typeof value !== 'object') return
  if (!Array.isArray(value)) yield [at, value as JsonObject]
  for (const [key, member] of Object.entries(value)) yield* objectsIn(member, `${at}/${key}`)
}

/** The objects that are schemas. `properties` is excluded: its keys are names of members, not keywords. */
const schemaNodes = [
  ...objectsIn(generatorsDocument.components?.schemas),
  ...objectsIn(generatorsDocument.paths),
].filter(([at]) => !at.endsWith('/properties') && !at.includes('/example'))

describe('the document for generators', () => {
  test('is up to date', () => {
    expect(readFileSync(sdkDocumentFile, 'utf8') === generatorsDocumentText, 'run `pnpm generate`').toBe(true)
  })

  test('is OpenAPI 3.0.3, made without a change of the strict document', () => {
    const before = JSON.stringify(document)
    expect(sdkDocument(document).openapi).toBe('3.0.3')
    expect(JSON.stringify(document)).toBe(before)
  })

  test('has the operations and the schemas of the strict document', () => {
    const namesIn = (one: typeof document) =>
      operationsOf(one).map(({ method, path, operation }) => [method, path, operation.operationId])
    expect(namesIn(generatorsDocument)).toEqual(namesIn(document))
    const added = schemas.filter(([name]) => !(name in (document.components?.schemas ?? {})))
    expect(added.filter(([name]) => !/DetailsSubtype$|^Bulk.*Op$/.test(name))).toEqual([])
    const left = Object.keys(document.components?.schemas ?? {}).filter(
      (name) => !schemas.some(([one]) => one === name),
    )
    expect(left).toEqual(['ApiVersion', 'GrantType', 'SignInForm'])
  })

  test('has no word that OpenAPI 3.0 does not know, and no limits of values', () => {
    const words = ['pattern', 'const', 'examples', 'minLength', 'maximum', 'minItems', 'prefixItems']
    const bad = schemaNodes.filter(
      ([, node]) =>
        words.some((word) => word in node) ||
        Array.isArray(node.type) ||
        node.type === 'null' ||
        node.additionalProperties === false ||
        ('$ref' in node && Object.keys(node).length > 1),
    )
    expect(bad.map(([at]) => at)).toEqual([])
  })

  test('tells the variants of a choice apart by one member, which each requires with a value of its own', () => {
    const choices = schemas.flatMap(([name, schema]) =>
      schema.oneOf ? [[name, schema.oneOf as unknown as { $ref: string }[]] as const] : [],
    )
    expect(choices.map(([name]) => name).filter((name) => !/^Bulk\w+Item$/.test(name))).toEqual([
      'IssueDetails',
    ])
    expect(schemaNodes.filter(([, node]) => 'discriminator' in node).map(([at]) => at)).toEqual([])
    for (const [choice, variants] of choices) {
      const member = choice === 'IssueDetails' ? 'subtype' : 'op'
      const values = variants.map(({ $ref }) => {
        const variant = Object.fromEntries(schemas)[$ref.split('/').at(-1) ?? ''] as JsonObject
        expect(variant.required).toContain(member)
        const named = (variant.properties as Record<'op' | 'subtype', { $ref: string }>)[member]
        const constant = Object.fromEntries(schemas)[named.$ref.split('/').at(-1) ?? ''] as JsonObject
        return constant.enum as string[]
      })
      expect(values.every(({ length }) => length === 1)).toBe(true)
      expect(new Set(values.flat()).size).toBe(variants.length)
    }
  })

  test('has references to what is there only', () => {
    for (const [, section = '', name = ''] of generatorsDocumentText.matchAll(
      /"\$ref": "#\/components\/(\w+)\/([^"]+)"/g,
    )) {
      const components = generatorsDocument.components as unknown as Record<string, JsonObject>
      expect(components[section]?.[name], name).toBeDefined()
    }
  })

  test('names the constants of enums once, in a way that no language reserves', () => {
    const names = schemas.flatMap(([, schema]) => {
      const constants = schema.enum ? (schema['x-enum-varnames'] as string[]) : []
      expect(constants).toHaveLength((schema.enum as string[] | undefined)?.length ?? 0)
      return constants
    })
    expect(names.length).toBeGreaterThan(100)
    expect(names.filter((name) => !/^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(name))).toEqual([])
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })
})

describe.each(operations.map((one) => [one.operation.operationId, one] as const))('%s', (_, one) => {
  test('takes the path, the page, the filters and then the headers, the tenant last', () => {
    const places = parametersOf(one).map(({ name, in: where }) => {
      if (where !== 'query') return where === 'path' ? 0 : name === 'X-Tenant-Id' ? 7 : 6
      const page = ['limit', 'cursor', 'sort', 'count'].indexOf(name)
      return page < 0 ? 5 : page + 1
    })
    expect(places).toEqual([...places].sort())
    const names = parametersOf(one).map(({ name }) => name)
    expect(names).not.toContain('X-API-Version')
    expect(names).not.toContain('X-Request-Id')
    expect(parametersOf(one).filter(({ schema }) => schema.type === 'object')).toEqual([])
  })

  test('has one media type for each body and each answer', () => {
    const { requestBody, responses } = one.operation as unknown as {
      requestBody?: JsonObject
      responses: Record<string, JsonObject>
    }
    for (const body of [requestBody, ...Object.values(responses)])
      expect(Object.keys((body?.content ?? {}) as object).length).toBeLessThan(2)
  })
})

test.each([
  ['a date', { type: 'string', format: 'date', pattern: '^x$' }, { type: 'string', format: 'date' }],
  [
    'a member that may be null',
    { anyOf: [{ type: 'null' }, { type: 'string', maxLength: 3 }], description: 'A word.', examples: ['a'] },
    { type: 'string', description: 'A word.', example: 'a', nullable: true },
  ],
  [
    'the same with a list of types',
    { type: ['string', 'null'], minLength: 1 },
    { type: 'string', nullable: true },
  ],
  [
    'a reference that may be null',
    { anyOf: [{ type: 'null' }, { $ref: '#/x' }], description: 'Another.' },
    { allOf: [{ $ref: '#/x' }], description: 'Another.', nullable: true },
  ],
  ['a reference with a description', { $ref: '#/x', description: 'Another.' }, { $ref: '#/x' }],
  [
    'a closed object',
    { type: 'object', properties: { pattern: { type: 'string' } }, additionalProperties: false },
    { type: 'object', properties: { pattern: { type: 'string' } } },
  ],
  [
    'a map',
    { type: 'object', additionalProperties: { type: ['integer', 'null'], minimum: 0 } },
    { type: 'object', additionalProperties: { type: 'integer', nullable: true } },
  ],
])('%s becomes what generators read', (_, schema, expected) => {
  expect(sdkSchema(schema as unknown as JsonObject)).toEqual(expected)
})

test('an enum names its constants', () => {
  const named = withEnumNames('ThingSort', { type: 'string', enum: ['end', '-end', '*', 'assets:read'] })
  expect(named['x-enum-varnames']).toEqual([
    'THING_SORT_END',
    'THING_SORT_END_DESCENDING',
    'THING_SORT_ALL',
    'THING_SORT_ASSETS_READ',
  ])
})
