import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { z } from 'zod'
import { document } from '../scripts/document.ts'
import { contract } from '../src/index.ts'
import { metaOf, nodesOf, nothingSeen } from '../src/kernel/audit/walk.ts'
import type { EndpointSpec } from '../src/kernel/endpoint.ts'
import { endpointsOf, type JsonSchema } from '../src/kernel/openapi/types.ts'
import { Problem } from '../src/kernel/problem-schema.ts'

/** Schemas of the document by name. */
export const components = (document.components?.schemas ?? {}) as Readonly<Record<string, JsonSchema>>

const ajv = new Ajv2020({ strict: true, strictTypes: false })
addFormats.default(ajv)
// Keywords of OpenAPI that do not validate values.
ajv.addVocabulary(['components', 'discriminator', 'x-enum-varnames', 'x-refers-to'])
ajv.addSchema({ $id: 'document', components: { schemas: components } })

/** Validates a value against a schema of the document; returns the errors, or undefined if it is valid. */
export function refusedByDocument(schema: object, value: unknown): string | undefined {
  const validate = compiled.get(schema) ?? compile(schema)
  return validate(value) ? undefined : ajv.errorsText(validate.errors)
}

/** Validators by schema: compiling one takes a thousand times as long as validating a value. */
const compiled = new WeakMap<object, ValidateFunction>()

function compile(schema: object): ValidateFunction {
  const local: unknown = JSON.parse(
    JSON.stringify(schema).replaceAll('"#/components', '"document#/components'),
  )
  const validate = ajv.compile(local as object)
  compiled.set(schema, validate)
  return validate
}

/** A compiled validator for one named schema of the document. */
export function documentValidator(name: string): (value: unknown) => boolean {
  const validate = ajv.getSchema(`document#/components/schemas/${name}`)
  if (!validate) throw new Error(`the document has no ${name}`)
  return (value) => validate(value) === true
}

interface QueryParameter {
  readonly in: string
  readonly name: string
  readonly schema: JsonSchema
  readonly required?: boolean
}

/** The query parameters of an operation in the document. */
export function queryParameters({ path, method }: EndpointSpec): QueryParameter[] {
  const parameters = document.paths?.[path]?.[method as 'get']?.parameters ?? []
  const shared = (document.components?.parameters ?? {}) as Readonly<Record<string, QueryParameter>>
  return parameters
    .map((parameter) =>
      '$ref' in parameter ? shared[parameter.$ref.split('/').at(-1) ?? ''] : (parameter as QueryParameter),
    )
    .flatMap((parameter) => (parameter?.in === 'query' ? [parameter] : []))
}

/** Schemas of the contract by name. */
export const namedSchemas: ReadonlyMap<string, z.ZodType> = collect()

function collect() {
  const seen = nothingSeen()
  const roots = endpointsOf(contract).flatMap(({ place, endpoint }) => nodesOf(place, endpoint, seen))
  const problem = {
    operationId: 'problem',
    method: 'get',
    path: '/problem',
    tag: 'Users',
    summary: 'A problem',
    permission: 'public',
    success: { status: 200, body: Problem },
  } as const
  const named = new Map<string, z.ZodType>()
  for (const { schema } of [...roots, ...nodesOf('problem', problem, seen)]) {
    const { id } = metaOf(schema)
    if (id && schema instanceof z.ZodType) named.set(id, schema)
  }
  return named
}
