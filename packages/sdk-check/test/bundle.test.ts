import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  contract,
  type EndpointSpec,
  type EndpointTree,
  isEndpoint,
  operationGroups,
} from '@commonhold/contract'
import { build, type Rolldown } from 'vite'
import { expect, inject, test } from 'vitest'

const { folder: outside } = inject('outside')

interface Bundle {
  readonly code: string
  readonly kilobytes: number
  /** Kilobytes after gzip, as a browser downloads them. */
  readonly compressed: number
}

/** Bundles a page with this source code for browsers. */
async function bundled(name: string, source: string): Promise<Bundle> {
  const input = join(outside, `page-${name}.js`)
  await writeFile(input, source)
  const output = (await build({
    root: outside,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      minify: 'oxc',
      modulePreload: false,
      rolldownOptions: { input },
    },
  })) as Rolldown.RolldownOutput
  const code = output.output.flatMap((chunk) => ('code' in chunk ? [chunk.code] : [])).join('')
  return { code, kilobytes: code.length / 1024, compressed: gzipSync(code).length / 1024 }
}

const histories: ReadonlySet<EndpointSpec> = new Set(Object.values(operationGroups.histories))

/** True for a derived operation. The code does not contain its path, which is computed from that of its collection or record. */
const isDerived = (endpoint: EndpointSpec) =>
  endpoint.summarizes !== undefined ||
  endpoint.bulk !== undefined ||
  endpoint.upserts !== undefined ||
  histories.has(endpoint)

/** The paths that the code contains. */
const paths = (tree: EndpointTree): string[] =>
  Object.values(tree).flatMap((node) =>
    isEndpoint(node) ? (isDerived(node) ? [] : [node.path]) : paths(node),
  )
const { assets, ...others } = contract
const foreign = paths(others).filter((path) => !path.startsWith('/assets'))

/** Paths of operations in the same group as an operation of assets; they are bundled with its schemas: all assignments. */
const alongside = Object.values<EndpointTree>(operationGroups)
  .map(paths)
  .filter((group) => group.some((path) => path.startsWith('/assets')))
  .flat()

/** Asserts that the code has nothing of Node and nothing of the document generator. */
function isForBrowsers(code: string) {
  const found = code.match(/node:|process\.(env|argv)|OpenApiGenerator|openapi:"3|x-permission/)
  expect(found).toBeNull()
}

function holds(code: string, expected: readonly string[]) {
  expect(expected.filter((path) => !code.includes(path))).toEqual([])
}

test('a client of one resource carries neither the others nor a validator', async () => {
  const { code, kilobytes, compressed } = await bundled(
    'light',
    `import { createClient } from '@commonhold/contract/client'
     import { assets } from '@commonhold/contract/light'
     window.client = createClient({ assets }, { baseUrl: '/' })`,
  )
  isForBrowsers(code)
  holds(code, paths({ assets }))
  expect(foreign.filter((path) => code.includes(path))).toEqual([])
  expect(/_zod|ZodError/.test(code)).toBe(false)
  expect(kilobytes).toBeLessThan(12)
  const { compressed: whole } = await bundled(
    'main',
    `import { contract, createClient } from '@commonhold/contract'
     window.client = createClient(contract, { baseUrl: '/' })`,
  )
  process.stdout.write(`light ${compressed.toFixed(1)} KiB, whole ${whole.toFixed(1)} KiB, compressed\n`)
  // The README states both numbers.
  expect(compressed).toBeLessThan(4)
  expect(whole).toBeGreaterThan(10 * compressed)
})

test('one resource with its schemas does not carry the others', async () => {
  const { code, kilobytes } = await bundled(
    'whole',
    `import { assets, createClient } from '@commonhold/contract'
     window.client = createClient({ assets }, { baseUrl: '/' })
     window.body = assets.create.body`,
  )
  isForBrowsers(code)
  holds(code, paths({ assets }))
  const apart = foreign.filter((path) => !alongside.some((other) => other.startsWith(path)))
  expect(apart.length).toBeGreaterThan(200)
  expect(apart.filter((path) => code.includes(path))).toEqual([])
  expect([code.includes('warranty_end_date'), code.includes('first_responded_at')]).toEqual([true, false])
  const all = await bundled(
    'all',
    `import { contract, createClient } from '@commonhold/contract'
     window.client = createClient(contract, { baseUrl: '/' })`,
  )
  isForBrowsers(all.code)
  holds(all.code, foreign)
  expect(kilobytes).toBeLessThan(all.kilobytes)
})
