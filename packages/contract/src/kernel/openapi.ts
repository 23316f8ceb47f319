import { OpenAPIRegistry, OpenApiGeneratorV31 } from '@asteasolutions/zod-to-openapi'
import { type EndpointSpec, idParameters } from './endpoint.ts'
import { finish } from './openapi/finish.ts'
import { responseHeaders } from './openapi/headers.ts'
import { classic, operation } from './openapi/operation.ts'
import {
  apiVersionSchema,
  headerParameter,
  headerParameters,
  keyedName,
  keyedPathParameter,
  pathParameter,
  textPathParameter,
} from './openapi/parameters.ts'
import { problemComponents } from './openapi/problem-responses.ts'
import {
  type Contract,
  type DocumentInfo,
  endpointsOf,
  type OpenAPIObject,
  pascalCase,
} from './openapi/types.ts'
import { withWebhooks } from './openapi/webhooks.ts'
import { Problem } from './problem-schema.ts'
import { tags } from './tags.ts'

export { type Contract, type DocumentInfo, endpointsOf, type OpenAPIObject } from './openapi/types.ts'

/** The OpenAPI 3.1 document of a contract: the same contract gives the same document, byte for byte. */
export function openApiDocument(contract: Contract, info: DocumentInfo): OpenAPIObject {
  const endpoints = endpointsOf(contract).map(({ endpoint }) => endpoint)
  const registry = new OpenAPIRegistry()
  registerComponents(registry, endpoints)
  for (const endpoint of endpoints) registry.registerPath(operation(endpoint))
  const generator = new OpenApiGeneratorV31([
    { type: 'schema', schema: classic(Problem) },
    ...registry.definitions,
  ])
  const used = new Set(endpoints.map((endpoint) => endpoint.tag))
  const document = generator.generateDocument({
    openapi: '3.1.0',
    info: {
      title: info.title,
      version: info.version,
      description: info.description,
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Proprietary' },
      contact: { name: 'Operator of this installation' },
    },
    servers: [...info.servers],
    security: Object.keys(securitySchemes(endpoints)).map((key) => ({ [key]: [] })),
    tags: Object.entries(tags).flatMap(([name, description]) =>
      used.has(name as keyof typeof tags) ? [{ name, description }] : [],
    ),
  })
  return withWebhooks(finish(document))
}

function registerComponents(registry: OpenAPIRegistry, endpoints: readonly EndpointSpec[]) {
  const schemes = Object.entries(securitySchemes(endpoints))
  for (const [key, scheme] of schemes) registry.registerComponent('securitySchemes', key, scheme)
  registry.registerComponent('schemas', 'ApiVersion', {
    ...apiVersionSchema,
    enum: [...apiVersionSchema.enum],
  })
  for (const key of Object.keys(headerParameters) as (keyof typeof headerParameters)[])
    registry.registerComponent('parameters', key, headerParameter(key))
  for (const name of new Set(endpoints.flatMap(idParameters)))
    registry.registerComponent('parameters', pascalCase(name), pathParameter(name))
  for (const [name, schema] of endpoints.flatMap(({ pathTexts = {} }) => Object.entries(pathTexts)))
    registry.registerComponent('parameters', pascalCase(name), textPathParameter(name, schema))
  for (const name of new Set(endpoints.flatMap(({ takesKey }) => takesKey ?? [])))
    registry.registerComponent('parameters', keyedName(name), keyedPathParameter(name))
  for (const [name, header] of Object.entries(responseHeaders))
    registry.registerComponent('headers', name, header)
  for (const { key, example, response } of problemComponents()) {
    registry.registerComponent('examples', key, example)
    registry.registerComponent('responses', key, response)
  }
}

/** The bearer scheme, and the password grant if the contract has a public form operation with credentials. */
function securitySchemes(endpoints: readonly EndpointSpec[]) {
  const signIn = endpoints.find(
    ({ bodyType, credentials, permission }) => bodyType === 'form' && credentials && permission === 'public',
  )
  const bearer = {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT or API key',
    description:
      'The access token of a session (a JWT), or an API key (`chk_…`), in the Authorization header (RFC 6750). A key may do what its scopes and the permissions of its user allow, in its own tenant. Operations that answer `session_required` accept only access tokens.',
  } as const
  if (!signIn) return { bearer }
  const password = {
    type: 'oauth2',
    description: 'The password grant (RFC 6749, 4.3). Scopes are not used: permissions follow from groups.',
    flows: { password: { tokenUrl: signIn.path, scopes: {} } },
  } as const
  return { bearer, password }
}
