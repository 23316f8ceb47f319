import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { contract } from '@commonhold/contract'
import { type ESTree, parseSync, Visitor } from 'vite'

const source = fileURLToPath(new URL('../../src/', import.meta.url))

/** The calls in the sources of the page: names of operations, and places at which the operation cannot be read from the code. */
export interface Calls {
  readonly names: ReadonlySet<string>
  /** Places that pass on a group of operations, or choose one of it at run time: `file: api.assets[…]`. */
  readonly unclear: readonly string[]
}

/** The operations of the contract by name: `assets.markLost`. */
export const operations: ReadonlyMap<string, { readonly method: string; readonly path: string }> = new Map(
  operationsOf(contract, []),
)

function operationsOf(node: unknown, names: readonly string[]): [string, { method: string; path: string }][] {
  if (typeof node !== 'object' || node === null) return []
  const { method, path } = node as { method?: unknown; path?: unknown }
  if (typeof method === 'string' && typeof path === 'string') return [[names.join('.'), { method, path }]]
  return Object.entries(node).flatMap(([name, child]) => operationsOf(child, [...names, name]))
}

/** Reads all sources of the page. */
export function readCalls(): Calls {
  const names = new Set<string>()
  const unclear: string[] = []
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' }))
    if (/\.tsx?$/.test(file)) readFile(file, names, unclear)
  return { names, unclear }
}

/** Follows each client of a file through its members to an operation. */
function readFile(file: string, names: Set<string>, unclear: string[]) {
  const { program, errors } = parseSync(file, readFileSync(source + file, 'utf8'))
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`)
  const followed = new Set<ESTree.Node>()
  const clients = clientsOf(program, followed)
  new Visitor({
    TSTypeQuery({ exprName }) {
      let node: ESTree.Node = exprName
      while (node.type === 'TSQualifiedName') node = node.left
      followed.add(node)
    },
    Identifier(node) {
      if (clients.get(node.name)?.length === 0 && !followed.has(node)) unclear.push(`${file}: ${node.name}`)
    },
    MemberExpression(member) {
      if (followed.has(member)) return
      const chain = chainOf(member, followed)
      if (!chain) return
      const [first = '', ...rest] = chain
      const group = first === IMPORTED ? [] : clients.get(first)
      if (!group) return
      const path = [...group, ...rest]
      const name = path.map((_, at) => path.slice(0, at + 1).join('.')).find((one) => operations.has(one))
      if (name === undefined) unclear.push(`${file}: ${chain.join('.')}`)
      else names.add(name)
    },
  }).visit(program)
}

/** The variables of a file that contain a client or a group of its operations, each with the path to that group. */
function clientsOf(program: ESTree.Program, declared: Set<ESTree.Node>): Map<string, readonly string[]> {
  const clients = new Map<string, readonly string[]>()
  new Visitor({
    ImportDeclaration({ source: { value }, specifiers }) {
      if (!/\/(api|connection)\.ts$/.test(value)) return
      for (const specifier of specifiers) {
        const { local } = specifier
        if (!/^(api|publicApi)$/.test(local.name)) continue
        clients.set(local.name, [])
        declared.add(local)
        if (specifier.type === 'ImportSpecifier') declared.add(specifier.imported)
      }
    },
    VariableDeclarator({ id, init }) {
      if (init?.type === 'MemberExpression' && id.type === 'ObjectPattern')
        for (const [name, node, group] of takenOut(id, init, clients, declared)) {
          clients.set(name, group)
          declared.add(node)
        }
      if (init?.type !== 'CallExpression' || id.type !== 'Identifier') return
      if (init.callee.type !== 'Identifier' || init.callee.name !== 'createClient') return
      clients.set(id.name, [])
      declared.add(id)
    },
  }).visit(program)
  return clients
}

/** The variables that a pattern such as `const { identities } = api.persons` declares. */
function takenOut(
  pattern: ESTree.ObjectPattern,
  from: ESTree.MemberExpression,
  clients: ReadonlyMap<string, readonly string[]>,
  declared: Set<ESTree.Node>,
): [name: string, node: ESTree.Node, group: readonly string[]][] {
  const followed = new Set<ESTree.Node>()
  const [first = '', ...rest] = chainOf(from, followed) ?? []
  const group = clients.get(first)
  if (!group) return []
  for (const node of followed) declared.add(node)
  return pattern.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return []
    if (property.value.type !== 'Identifier') return []
    declared.add(property.key)
    return [[property.value.name, property.value, [...group, ...rest, property.key.name]]]
  })
}

/** The start of a chain whose client is imported at run time: `(await import('./api.ts')).api`. */
const IMPORTED = 'import'

/**
 * Returns `['api', 'assets', 'list']` for `api.assets.list`; a computed member is `[…]`. Undefined if the expression begins with
 * a call.
 */
function chainOf(member: ESTree.MemberExpression, followed: Set<ESTree.Node>): string[] | undefined {
  const names: string[] = []
  let node: ESTree.Expression | ESTree.Super = member
  while (node.type === 'MemberExpression') {
    followed.add(node)
    names.unshift(!node.computed && node.property.type === 'Identifier' ? node.property.name : '[…]')
    node = node.object
  }
  followed.add(node)
  if (node.type === 'Identifier') return [node.name, ...names]
  return isImportOfClient(node) ? [IMPORTED, ...names.slice(1)] : undefined
}

function isImportOfClient(node: ESTree.Expression | ESTree.Super): boolean {
  if (node.type === 'ParenthesizedExpression') return isImportOfClient(node.expression)
  if (node.type !== 'AwaitExpression' || node.argument.type !== 'ImportExpression') return false
  const { source: module } = node.argument
  return module.type === 'Literal' && String(module.value).endsWith('/api.ts')
}
