import { contract } from '../../src/index.ts'
import { type EndpointSpec, mapEndpoints } from '../../src/kernel/endpoint.ts'
import { withoutSchemas } from '../../src/kernel/light.ts'

const names = Object.keys(contract)

/** The contract without its schemas. Each resource is an export, so that a bundle has only those in use, and no validator. */
export function lightModule(): string {
  const constants = Object.entries(mapEndpoints(contract, named)).map(
    ([name, node]) => `export const ${name} = ${JSON.stringify(node)};\n`,
  )
  return `${constants.join('')}export const contract = { ${names.join(', ')} };\n`
}

const named = (endpoint: EndpointSpec) => ({ operationId: endpoint.operationId, ...withoutSchemas(endpoint) })

/** Has the types of the full contract, because the client's types come from the omitted schemas. */
export function lightDeclaration(): string {
  return [
    "import type { ApiContract } from './api-contract.js';",
    ...names.map((name) => `export declare const ${name}: ApiContract["${name}"];`),
    'export declare const contract: ApiContract;',
    '',
  ].join('\n')
}
