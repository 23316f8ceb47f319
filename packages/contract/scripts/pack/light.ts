import { contract } from '../../src/index.ts'
import type { EndpointGroup } from '../../src/kernel/endpoint.ts'
import { withoutSchemas } from '../../src/kernel/light.ts'

const groups: [string, EndpointGroup][] = Object.entries(contract)

/** The contract without its schemas, each group for itself: a page takes along what it calls, and no validator. */
export function lightModule(): string {
  const constants = groups.map(([name, group]) => {
    const endpoints = Object.entries(group).map(([key, endpoint]) => [
      key,
      { operationId: endpoint.operationId, ...withoutSchemas(endpoint) },
    ])
    return `export const ${name} = ${JSON.stringify(Object.fromEntries(endpoints))};\n`
  })
  return `${constants.join('')}export const contract = { ${groups.map(([name]) => name).join(', ')} };\n`
}

/** Typed as the whole: the client's types come from the schemas that are left out. */
export function lightDeclaration(): string {
  return [
    "import type { ApiContract } from './api-contract.js';",
    ...groups.map(([name]) => `export declare const ${name}: ApiContract["${name}"];`),
    'export declare const contract: ApiContract;',
    '',
  ].join('\n')
}
