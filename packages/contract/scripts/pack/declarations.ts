import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'
import { contract } from '../../src/index.ts'
import { type EndpointSpec, type EndpointTree, isEndpoint } from '../../src/kernel/endpoint.ts'
import { descriptionOf } from '../../src/kernel/openapi/descriptions.ts'
import { endpointsOf } from '../../src/kernel/openapi/types.ts'
import { tags } from '../../src/kernel/tags.ts'
import { endpointTypes, gatherings } from './groups.ts'

/** Replaces `.ts` in the import specifiers of declarations by `.js`, which tsc does not do. */
export function jsSpecifiers(dist: string) {
  edit(dist, globSync('**/*.d.ts', { cwd: dist }), (text) =>
    text.replace(/((?:from |import\()["']\.{1,2}\/[^"']+)\.ts(["'])/g, '$1.js$2'),
  )
}

/** In the declarations of constants that collect groups, replaces each copy of a group's type by a reference. */
export async function groupDeclarations(folder: string) {
  const dist = `${folder}dist/`
  for (const { module, name, members } of await gatherings(folder)) {
    const from = posix.dirname(module)
    const types = members.map(({ key, place }) => {
      const path = posix.relative(from, place.module)
      return `    ${key}: typeof import("${path.startsWith('.') ? path : `./${path}`}").${place.name};\n`
    })
    edit(dist, [module.replace(/\.js$/, '.d.ts')], (text) => retype(text, name, `{\n${types.join('')}}`))
  }
  const resources = globSync('contract/*.d.ts', { cwd: dist })
  for (const file of resources) await contractDeclaration(folder, file)
  writeFileSync(`${dist}contract.d.ts`, `${apiContract('.')}export declare const contract: ApiContract;\n`)
  edit(dist, ['index.d.ts'], (text) =>
    text
      .replace(/^import type \{ contract \}.*\n/m, '')
      .replace(/^export type ApiContract = .*$/m, "export type { ApiContract } from './api-contract.js';"),
  )
}

const apiContract = (root: string) => `import type { ApiContract } from '${root}/api-contract.js';\n`

/** Declares the resources of a part of the contract by references, instead of a copy of each type. */
async function contractDeclaration(folder: string, file: string) {
  const exports: object = await import(`${folder}src/${file.replace(/\.d\.ts$/, '.ts')}`)
  const constants = Object.keys(exports).map(
    (name) => `export declare const ${name}: ApiContract["${name}"];\n`,
  )
  writeFileSync(`${folder}dist/${file}`, apiContract('..') + constants.join(''))
}

/** Replaces the type of an exported constant, which tsc ends with `};` at the start of a line. */
function retype(text: string, name: string, type: string): string {
  const declaration = new RegExp(`^(export declare const ${name}: )\\{\\n.*?^\\};$`, 'ms')
  if (!declaration.test(text)) throw new Error(`no declaration of ${name}`)
  return text.replace(declaration, (_, start: string) => `${start}${type};`)
}

function edit(dist: string, files: readonly string[], change: (text: string) => string) {
  for (const file of files) writeFileSync(dist + file, change(readFileSync(dist + file, 'utf8')))
}

/** Declares the type of the contract with a comment at each operation, which editors also show in the client. */
export async function apiDeclaration(folder: string): Promise<string> {
  const members = membersOf(contract, await endpointTypes(folder), '  ')
  return `${comment('The interface: every operation under the name that the client uses.', '')}export type ApiContract = {\n${members}};\n`
}

function membersOf(tree: EndpointTree, types: ReadonlyMap<EndpointSpec, string>, indent: string): string {
  const members = Object.entries(tree).map(([name, node]) =>
    isEndpoint(node)
      ? `${comment(operationText(node), indent)}${indent}${name}: ${types.get(node)};\n`
      : `${comment(branchText(node), indent)}${indent}${name}: {\n${membersOf(node, types, `${indent}  `)}${indent}};\n`,
  )
  return members.join('')
}

function branchText(tree: EndpointTree): string {
  const [first] = endpointsOf(tree)
  return first ? tags[first.endpoint.tag] : ''
}

function operationText(endpoint: EndpointSpec): string {
  const { summary, method, path } = endpoint
  return `${summary}. ${descriptionOf(endpoint)}\n\n\`${method.toUpperCase()} ${path}\``
}

function comment(text: string, indent: string): string {
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}
