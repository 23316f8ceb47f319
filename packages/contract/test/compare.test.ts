import { describe, expect, test } from 'vitest'
import { type ChangeClass, changesBetween } from '../scripts/compare/changes.ts'
import {
  base,
  type Doc,
  member,
  newQuery,
  nonNull,
  type Operation,
  operation,
  type Parameter,
  query,
  reply,
  type Schema,
  schema,
  schemaOf,
  shared,
  without,
} from './compare-document.ts'

const cases: Record<ChangeClass, Record<string, (doc: Doc) => void>> = {
  breaking: {
    'an operation is gone': (doc) => delete doc.paths['/assets/{asset_id}']?.delete,
    'a path is gone': (doc) => delete doc.paths['/me'],
    'an operationId changes': (doc) => (operation(doc, 'get', '/me').operationId = 'readMe'),
    'a reply loses a member': (doc) => {
      delete schema(doc, 'Asset').properties.notes
      without(schema(doc, 'Asset').required, 'notes')
    },
    'a member of a reply may be missing': (doc) => without(schema(doc, 'Asset').required, 'notes'),
    'a member of a reply may be null': (doc) => {
      const { name } = schema(doc, 'Asset').properties
      schema(doc, 'Asset').properties.name = { anyOf: [name, { type: 'null' }] } as Schema
    },
    'a member of a reply has another type': (doc) => (member(doc, 'Asset', 'quantity').type = 'string'),
    'an integer of a reply may be a fraction': (doc) => (member(doc, 'Asset', 'quantity').type = 'number'),
    'a reply has a further enum value': (doc) => schema(doc, 'UserStatus').enum.push('invited'),
    'a body needs a further member': (doc) => schema(doc, 'AssetCreate').required.push('notes'),
    'a body has a new required member': (doc) => {
      schema(doc, 'AssetCreate').properties.colour = { type: 'string' } as Schema
      schema(doc, 'AssetCreate').required.push('colour')
    },
    'a body refuses a member': (doc) => delete schema(doc, 'AssetCreate').properties.notes,
    'a body refuses null': (doc) => {
      schema(doc, 'AssetCreate').properties.notes = nonNull(member(doc, 'AssetCreate', 'notes'))
    },
    'a text must be shorter': (doc) => (member(doc, 'AssetCreate', 'asset_tag').maxLength = 10),
    'a text must follow a pattern': (doc) => (member(doc, 'AssetCreate', 'name').pattern = '^x'),
    'a number must be larger': (doc) => (member(doc, 'AssetCreate', 'quantity').minimum = 5),
    'an enum value is gone': (doc) => without(schema(doc, 'SharedFilter').enum, 'only'),
    'a body is required': (doc) =>
      (operation(doc, 'post', '/assets/{asset_id}/retire').requestBody.required = true),
    'a body has another content type': (doc) => {
      const body = operation(doc, 'post', '/me/signin').requestBody
      body.content = { 'application/json': Object.values(body.content)[0] as { schema: Schema } }
    },
    'a parameter is gone': (doc) => without(operation(doc, 'get', '/assets').parameters, query(doc, 'q')),
    'a parameter is required': (doc) => operation(doc, 'get', '/assets').parameters.push(newQuery(true)),
    'a header is required': (doc) =>
      ((doc.components.parameters.SelectedTenant as Parameter).required = true),
    'a parameter is written otherwise': (doc) => (query(doc, 'sort').explode = true),
    'a parameter has a lower limit': (doc) => (query(doc, 'limit').schema.maximum = 100),
    'many parameters of a list are narrower': (doc) => {
      for (const { schema } of operation(doc, 'get', '/assets').parameters.slice(4))
        if (schema) schema.pattern = 'x'
    },
    'a list cannot be sorted by a field': (doc) => without(schema(doc, 'AssetsSort').enum, 'name'),
    'success has another status': (doc) => {
      const { responses } = operation(doc, 'post', '/assets')
      responses['202'] = responses['201'] as Operation['responses'][string]
      delete responses['201']
    },
    'a reply loses a header': (doc) => delete operation(doc, 'get', '/assets').responses['200']?.headers.Link,
    'a token is needed': (doc) => delete operation(doc, 'post', '/users').security,
    'a way to sign in is gone': (doc) => doc.security.shift(),
    'another permission is needed': (doc) =>
      (operation(doc, 'get', '/assets')['x-permission'] = 'assets:write'),
    'a permission is needed': (doc) => (operation(doc, 'get', '/me')['x-permission'] = 'users:read'),
    'a move no longer leaves a state': (doc) =>
      without(operation(doc, 'post', '/assets/{asset_id}/retire')['x-move'].from, 'lost'),
    'a move enters another state': (doc) =>
      (operation(doc, 'post', '/assets/{asset_id}/retire')['x-move'].to = 'lost'),
    'a parameter takes fewer values': (doc) => (query(doc, 'status').schema.maxItems = 2),
    'a body takes another format': (doc) =>
      (member(doc, 'AssetCreate', 'purchase_date').format = 'date-time'),
    'a text of a body is a number': (doc) => (member(doc, 'AssetCreate', 'name').type = 'number'),
    'an integer of a body must be smaller': (doc) => (member(doc, 'AssetCreate', 'quantity').maximum = 10),
    'a reply has another content type': (doc) => {
      const { content } = reply(doc)
      reply(doc).content = { 'text/plain': Object.values(content)[0] as { schema: Schema } }
    },
    'a reply is another record': (doc) => (schemaOf(reply(doc)).$ref = '#/components/schemas/Asset'),
    'a path parameter must follow a pattern': (doc) =>
      ((doc.components.parameters.AssetId as Parameter).schema.pattern = '^x'),
    'two changes, one of which breaks': (doc) => {
      operation(doc, 'get', '/me').summary = 'Who am I'
      schema(doc, 'AssetCreate').required.push('notes')
    },
  },
  additive: {
    'a new path': (doc) => {
      doc.paths['/you'] = structuredClone(doc.paths['/me'] ?? {})
      operation(doc, 'get', '/you').operationId = 'getYou'
    },
    'a new operation': (doc) => {
      const me = doc.paths['/me'] ?? {}
      me.delete = { ...structuredClone(operation(doc, 'get', '/me')), operationId: 'deleteMe' }
    },
    'a body may have a new member': (doc) =>
      (schema(doc, 'AssetCreate').properties.colour = { type: 'string' } as Schema),
    'a body may leave a member out': (doc) => without(schema(doc, 'AssetCreate').required, 'name'),
    'a body may have null': (doc) => {
      const { name } = schema(doc, 'AssetCreate').properties
      schema(doc, 'AssetCreate').properties.name = { anyOf: [name, { type: 'null' }] } as Schema
    },
    'a body may be left out': (doc) => (operation(doc, 'post', '/assets').requestBody.required = false),
    'a text may be longer': (doc) => (member(doc, 'AssetCreate', 'asset_tag').maxLength = 100),
    'a request may have a further enum value': (doc) => schema(doc, 'SharedFilter').enum.push('all'),
    'a reply has a new member': (doc) => {
      schema(doc, 'Asset').properties.colour = { type: 'string' } as Schema
      schema(doc, 'Asset').required.push('colour')
    },
    'a member of a reply is never null': (doc) => {
      schema(doc, 'Asset').properties.notes = nonNull(member(doc, 'Asset', 'notes'))
    },
    'a reply has a new header': (doc) => (reply(doc).headers.Link = { $ref: '#/components/headers/Link' }),
    'a new problem': (doc) =>
      ((operation(doc, 'get', '/me').responses as Record<string, object>)['404'] = {
        $ref: '#/components/responses/NotFound',
      }),
    'a new parameter': (doc) => operation(doc, 'get', '/assets').parameters.push(newQuery(false)),
    'a parameter has no pattern': (doc) => delete query(doc, 'created_at__gte').schema.pattern,
    'many parameters of a list are wider': (doc) => {
      for (const parameter of operation(doc, 'get', '/assets').parameters.slice(7)) {
        if (!parameter.schema) continue
        for (const key of ['pattern', 'minimum', 'maximum', 'format'] as const) delete parameter.schema[key]
        parameter.description = parameter.name
        parameter.example = 1
      }
    },
    'a list can be sorted by a further field': (doc) => schema(doc, 'AssetsSort').enum.push('notes'),
    'no operation needs a token': (doc) => doc.security.push({}),
    'no token is needed': (doc) => (operation(doc, 'get', '/me').security = []),
    'no permission is needed': (doc) => (operation(doc, 'get', '/assets')['x-permission'] = 'authenticated'),
    'a move leaves a further state': (doc) =>
      operation(doc, 'post', '/assets/{asset_id}/retire')['x-move'].from.push('disposed'),
    'a text of a body need not follow a pattern': (doc) =>
      delete member(doc, 'AssetCreate', 'currency').pattern,
    'an integer of a body may be larger': (doc) => (member(doc, 'AssetCreate', 'quantity').maximum = 2e9),
    'a reply is certain to have a member': (doc) => schema(doc, 'Problem').required.push('errors'),
    'two changes, one of which adds': (doc) => {
      operation(doc, 'get', '/me').summary = 'Who am I'
      operation(doc, 'get', '/assets').parameters.push(newQuery(false))
    },
  },
  documentation: {
    'a summary': (doc) => (operation(doc, 'get', '/me').summary = 'Who am I'),
    'the description of a schema': (doc) => (schema(doc, 'Asset').description = 'A thing.'),
    'the description of a member': (doc) => (member(doc, 'AssetCreate', 'name').description = 'A name.'),
    'the description of a reply': (doc) => (reply(doc).description = 'You.'),
    'the description of a tag': (doc) => ((doc.tags[0] ?? { description: '' }).description = 'Who.'),
    'the version': (doc) => (doc.info.version = '9.0.0'),
    'the text of the reference': (doc) => (doc.info.description = 'Everything.'),
    'an example': (doc) => {
      const [media] = Object.values(operation(doc, 'post', '/asset-models').requestBody.content)
      if (media) media.example = { name: 'Y', tracking_type: 'countable' }
    },
    'an example of a member': (doc) => (member(doc, 'AssetCreate', 'name').examples = ['Y']),
    'an operation on its way out': (doc) => (operation(doc, 'get', '/me').deprecated = true),
    'a member on its way out': (doc) => (member(doc, 'Asset', 'notes').deprecated = true),
    'the section of an operation': (doc) => (operation(doc, 'get', '/me').tags = ['Users']),
    'the order of parameters': (doc) => operation(doc, 'get', '/assets').parameters.reverse(),
    'the name of a schema': (doc) => {
      const text = JSON.stringify(doc)
        .replaceAll('/TrackingType"', '/Tracking"')
        .replace('"TrackingType":', '"Tracking":')
      Object.assign(doc, JSON.parse(text))
    },
  },
}

describe.concurrent.each(Object.entries(cases))('%s:', (expected, mutations) => {
  test.each(Object.entries(mutations))('%s', async (_, mutate) => {
    const revision = structuredClone(base)
    mutate(revision as unknown as Doc)
    const [heaviest] = await changesBetween(base, revision)
    expect(heaviest?.class ?? 'documentation').toBe(expected)
  })
})

test('nothing changes between a document and itself', async () => {
  expect(await changesBetween(base, structuredClone(base))).toEqual([])
})

test('nothing changes where parts become components', async () => {
  expect(await changesBetween(base, shared)).toEqual([])
  expect(await changesBetween(shared, base)).toEqual([])
})
