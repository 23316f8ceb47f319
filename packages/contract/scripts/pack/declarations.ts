import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { posix } from 'node:path'
import { contract } from '../../src/index.ts'
import type { EndpointGroup, EndpointSpec } from '../../src/kernel/endpoint.ts'
import { descriptionOf } from '../../src/kernel/openapi/descriptions.ts'
import { tags } from '../../src/kernel/tags.ts'
import { gatherings, groupPlaces } from './groups.ts'

/** tsc leaves the sources' specifiers in declarations. */
export function jsSpecifiers(dist: string) {
  edit(dist, globSync('**/*.d.ts', { cwd: dist }), (text) =>
    text.replace(/((?:from |import\()["']\.{1,2}\/[^"']+)\.ts(["'])/g, '$1.js$2'),
  )
}

/** Constants that gather groups refer to them, in the place of a copy of each group's type. */
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
  edit(dist, ['index.d.ts'], (text) =>
    retype(text, 'contract', 'ApiContract')
      .replace(/^export type ApiContract = .*$/m, "export type { ApiContract } from './api-contract.js';")
      .replace(/^/, "import type { ApiContract } from './api-contract.js';\n"),
  )
}

/** Gives an exported constant another type; tsc ends the one that it wrote with `};` at the margin. */
function retype(text: string, name: string, type: string): string {
  const declaration = new RegExp(`^(export declare const ${name}: )\\{\\n.*?^\\};$`, 'ms')
  if (!declaration.test(text)) throw new Error(`no declaration of ${name}`)
  return text.replace(declaration, (_, start: string) => `${start}${type};`)
}

function edit(dist: string, files: readonly string[], change: (text: string) => string) {
  for (const file of files) writeFileSync(dist + file, change(readFileSync(dist + file, 'utf8')))
}

/** The type of the contract with a comment at each operation, which editors show through the client's mapped type. */
export async function apiDeclaration(folder: string): Promise<string> {
  const places = await groupPlaces(folder)
  const interfaces = Object.entries(contract).map(([name, group]: [string, EndpointGroup]) => {
    const place = places.get(group)
    const source = `typeof import("${place?.module}").${place?.name}`
    const operations = Object.entries(group).map(
      ([key, endpoint]) => `${comment(operationText(endpoint), '    ')}    ${key}: (${source})["${key}"];\n`,
    )
    return `${comment(groupText(group), '  ')}  ${name}: {\n${operations.join('')}  };\n`
  })
  return `${comment('The interface: every operation, by group and name.', '')}export type ApiContract = {\n${interfaces.join('')}};\n`
}

function groupText(group: EndpointGroup): string {
  const [tag] = Object.values(group).map((endpoint) => endpoint.tag)
  return tag ? tags[tag] : ''
}

function operationText(endpoint: EndpointSpec): string {
  const { summary, method, path } = endpoint
  return `${summary}. ${descriptionOf(endpoint)}\n\n\`${method.toUpperCase()} ${path}\``
}

function comment(text: string, indent: string): string {
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}
