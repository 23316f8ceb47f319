import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { contract, type EndpointSpec, type EndpointTree, isEndpoint } from '@commonhold/contract'
import ts from 'typescript'
import { expect, inject, test } from 'vitest'
import { strict } from './tools.ts'

const { folder: outside } = inject('outside')
const library = createRequire(import.meta.url).resolve('typescript')

/** Returns the documentation that an editor shows for the last name on each of the lines. */
function shownAt(lines: readonly string[]): string[] {
  const file = join(outside, 'editor.ts')
  const head = `import { createClient } from '@commonhold/contract/client'
import { contract } from '@commonhold/contract/light'
const client = createClient(contract, { baseUrl: '/' })
`
  const text = `${head}${lines.join('\n')}\n`
  const options = ts.convertCompilerOptionsFromJson({ ...strict, module: 'nodenext' }, outside).options
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const content = name === file ? text : ts.sys.readFile(name)
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content)
    },
    getCurrentDirectory: () => outside,
    getDefaultLibFileName: (settings) => join(library, '..', ts.getDefaultLibFileName(settings)),
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  }
  const service = ts.createLanguageService(host)
  let end = head.length
  return lines.map((line) => {
    end += line.length + 1
    const info = service.getQuickInfoAtPosition(file, end - 2)
    return ts.displayPartsToString(info?.documentation)
  })
}

/** Every operation of the contract, with the expression for it in a program. */
function operationsIn(tree: EndpointTree, place: string): { line: string; endpoint: EndpointSpec }[] {
  return Object.entries(tree).flatMap(([name, node]) => {
    const line = `${place}.${name}`
    return isEndpoint(node) ? [{ line, endpoint: node }] : operationsIn(node, line)
  })
}

test('an editor shows of every operation what it does and who may call it', () => {
  const operations = operationsIn(contract, 'client')
  expect(operations.length).toBeGreaterThan(300)
  const shown = shownAt(operations.map(({ line }) => line))
  for (const [at, { line, endpoint }] of operations.entries()) {
    expect(shown[at], line).toContain(endpoint.summary)
    expect(shown[at], line).toContain(endpoint.description?.split('\n')[0] ?? '')
    expect(shown[at], line).toContain(`${endpoint.method.toUpperCase()} ${endpoint.path}`)
    expect(shown[at], line).toMatch(/Needs (no token|a token|the permission)/)
  }
})

test('an editor shows what a call does, and the options', () => {
  const [safe, all] = shownAt(['client.assets.list.safe', 'client.assets.list.all'])
  expect(safe).toContain('Resolves to a result')
  expect(all).toContain('all that follow')
  const options = readFileSync(
    join(outside, 'node_modules', '@commonhold', 'contract', 'dist', 'kernel', 'client', 'options.d.ts'),
    'utf8',
  )
  expect(options).toContain('Retry-After')
})
