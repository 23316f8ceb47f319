import { partOf } from '../scripts/compare/changed-parts.ts'
import { document } from '../scripts/document.ts'
import { operationsOf } from '../src/kernel/openapi/operations-of.ts'
import type { OpenAPIObject } from '../src/kernel/openapi/types.ts'

/** The parts of a document that the cases change. */
export interface Doc {
  info: { version: string; description: string }
  tags: { description: string }[]
  security: object[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}
export interface Operation {
  operationId: string
  summary: string
  deprecated?: boolean
  tags: string[]
  security?: object[]
  parameters: Parameter[]
  requestBody: { required: boolean; content: Record<string, { schema: Schema; example?: object }> }
  responses: Record<
    string,
    {
      description: string
      headers: Record<string, object>
      content: Record<string, { schema: Schema }>
    }
  >
  'x-permission': string
  'x-move': { from: string[]; to: string }
}
export interface Parameter {
  description?: string
  example?: number
  name: string
  in: 'query'
  required: boolean
  explode?: boolean
  schema: Schema
}
export interface Schema {
  $ref?: string
  deprecated?: boolean
  examples?: string[]
  maxItems?: number
  type?: string | string[]
  description?: string
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  maxLength?: number
  enum: string[]
  anyOf: Schema[]
  properties: Record<string, Schema>
  required: string[]
}

/** The paths with the operations that the cases change. */
const paths = [
  '/assets',
  '/assets/{asset_id}',
  '/assets/{asset_id}/retire',
  '/asset-models',
  '/me',
  '/me/signin',
  '/users',
]
export const shared: OpenAPIObject = partOf(document, paths)

/** The same document with query parameters and successful answers inlined, so that a case changes only one operation. */
export const base: OpenAPIObject = writtenOut(structuredClone(shared))

function writtenOut(whole: OpenAPIObject): OpenAPIObject {
  const sections = whole.components as unknown as Record<string, Record<string, object>>
  const found = <T extends object>(value: T): T => {
    const [section = '', name = ''] = '$ref' in value ? String(value.$ref).split('/').slice(2) : []
    return structuredClone((sections[section]?.[name] ?? value) as T)
  }
  for (const { operation: one } of operationsOf(whole)) {
    one.parameters = one.parameters?.map((parameter) => {
      const own = found(parameter)
      return 'in' in own && own.in === 'query' ? own : parameter
    })
    for (const [status, answer] of Object.entries(one.responses ?? {}))
      if (one.responses && status.startsWith('2')) one.responses[status] = found(answer as object)
  }
  return whole
}

export const member = (doc: Doc, schema: string, name: string) =>
  doc.components.schemas[schema]?.properties[name] as Schema
/** Removes null from a nullable schema. */
export const nonNull = (nullable: Schema): Schema => ({
  ...nullable,
  type: [nullable.type].flat()[0] as string,
})
export const schema = (doc: Doc, name: string) => doc.components.schemas[name] as Schema
export const operation = (doc: Doc, method: string, path: string) => doc.paths[path]?.[method] as Operation
export const reply = (doc: Doc) =>
  operation(doc, 'get', '/me').responses['200'] as Operation['responses'][string]
export const query = (doc: Doc, name: string) =>
  operation(doc, 'get', '/assets').parameters.find((parameter) => parameter.name === name) as Parameter
export const schemaOf = ({ content }: Operation['responses'][string]) =>
  (Object.values(content)[0] as { schema: Schema }).schema
export const without = <T>(list: T[], item: T) => list.splice(list.indexOf(item), 1)
export const newQuery = (required: boolean): Parameter => ({
  name: 'colour',
  in: 'query',
  required,
  schema: { type: 'string' } as Schema,
})
