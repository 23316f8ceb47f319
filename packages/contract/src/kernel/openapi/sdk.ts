import { keepReachable } from './finish.ts'
import { operationsOf } from './operations-of.ts'
import { withEnumNames } from './sdk/enum-names.ts'
import { REFUSED, refused, sdkOperation } from './sdk/operations.ts'
import { sdkSchema } from './sdk/schemas.ts'
import { withNamedVariants } from './sdk/variants.ts'
import { asDocument, asJson, type JsonObject, type OpenAPIObject } from './types.ts'

/**
 * Returns the document for client generators: OpenAPI 3.0.3, which all of them support. It describes the same requests
 * and answers as the strict document, without features that some generators do not support.
 * The strict document is not changed.
 */
export function sdkDocument(strict: OpenAPIObject): OpenAPIObject {
  const document = JSON.parse(JSON.stringify(strict)) as OpenAPIObject
  const sections = asJson(document.components ?? {}) as Readonly<Record<string, JsonObject>>
  const paths: Record<string, Record<string, JsonObject>> = {}
  for (const { path, method, operation } of operationsOf(document)) {
    paths[path] = { ...paths[path], [method]: sdkOperation(asJson(operation), sections) }
  }
  const schemas = withNamedVariants(mapped(sections.schemas, sdkSchema))
  const { info, servers, tags } = document
  const result = {
    openapi: '3.0.3',
    info: { ...info, license: { name: info.license?.name ?? '' } },
    servers,
    security: [{ bearer: [] }],
    tags,
    paths,
    components: {
      headers: mapped(sections.headers, sdkHeader),
      responses: { [REFUSED]: refused },
      schemas: mapped(schemas, (schema, name) => withEnumNames(name, schema)),
      securitySchemes: { bearer: sections.securitySchemes?.bearer ?? {} },
    },
  }
  return keepReachable(asDocument(result))
}

const sdkHeader = ({ schema, ...header }: JsonObject): JsonObject => ({
  ...header,
  schema: sdkSchema(schema as JsonObject),
})

function mapped(
  entries: JsonObject | undefined,
  change: (value: JsonObject, name: string) => JsonObject,
): JsonObject {
  return Object.fromEntries(
    Object.entries(entries ?? {}).map(([name, value]) => [name, change(value as JsonObject, name)]),
  )
}
