import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publint } from 'publint'
import { describe, expect, inject, test } from 'vitest'
import { here, run, strict } from './tools.ts'

const { folder: outside, tarball } = inject('outside')

describe('the package', () => {
  test('holds what is used, and nothing of this workspace', async () => {
    const files = (await run('tar', ['-tzf', tarball])).trim().split('\n').sort()
    const tops = new Set(files.map((file) => file.split('/')[1]))
    expect([...tops]).toEqual(['README.md', 'dist', 'openapi.json', 'openapi.sdk.json', 'package.json'])
    expect(files.filter((file) => /openapi\/|\/audit\.|\.test\./.test(file))).toEqual([])
    const manifest = await run('tar', ['-xzOf', tarball, 'package/package.json'])
    const { dependencies, exports, sideEffects } = JSON.parse(manifest)
    expect(Object.keys(dependencies)).toEqual(['zod'])
    expect(sideEffects).toBe(false)
    expect(JSON.stringify([dependencies, exports])).not.toMatch(/workspace:|catalog:|src\//)
  })

  test('has nothing that publint objects to', async () => {
    const pkgDir = join(outside, 'node_modules', '@commonhold', 'contract')
    const { messages } = await publint({ pkgDir, strict: true, pack: false })
    expect(messages).toEqual([])
  })

  test('has types wherever it has code', async () => {
    const report = await run('attw', [tarball, '--profile', 'esm-only'])
    expect(report.match(/(node16 \(from ESM\)|bundler): 🟢/g)).toHaveLength(2 * 7)
  })

  test('does what its README says', async () => {
    const readme = await readFile(
      join(outside, 'node_modules', '@commonhold', 'contract', 'README.md'),
      'utf8',
    )
    const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code ?? '')
    const { address, email, password } = inject('service')
    const replaced = {
      'http://127.0.0.1:3000': address,
      'ada@example.org': email,
      'correct horse battery staple': password,
    }
    const program = Object.entries(replaced).reduce(
      (text, [from, to]) => text.replaceAll(from, to),
      blocks.join('\n'),
    )
    const folder = join(outside, 'readme')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'main.ts'), program)
    const compilerOptions = {
      ...strict,
      lib: ['es2023', 'dom', 'dom.iterable'],
      skipLibCheck: true,
      module: 'nodenext',
    }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }))
    await run('tsc', ['-p', folder], { cwd: outside })
    expect(await run(process.execPath, ['readme/main.js'], { cwd: outside })).toMatch(/^A-\d+\n$/)
  })

  test('is typed for a strict project with a bundler', async () => {
    const compilerOptions = { ...strict, noEmit: true, module: 'preserve', moduleResolution: 'bundler' }
    const file = join(outside, 'tsconfig.bundler.json')
    await writeFile(file, JSON.stringify({ compilerOptions, files: ['main.ts'] }))
    await run('tsc', ['-p', file], { cwd: outside })
  })
})

/** The Node programs that pnpm installed for this machine, oldest first. */
const programs = ['20', '22'].map((major) => {
  const name = `node-${major}-${process.platform}-${process.arch}`
  return [major, join(here, 'node_modules', name, 'bin', 'node')] as const
})

test.each([...programs, ['24', process.execPath] as const])('it works on Node %s', async (major, node) => {
  expect(await run(node, ['--version'])).toMatch(`v${major}.`)
  const { address, email, password } = inject('service')
  const written = await run(node, ['main.js', address, email, password], { cwd: outside })
  expect(JSON.parse(written)).toEqual({
    manufacturer: null,
    names: ['Asset 1', 'Asset 2', 'Asset 3'],
    code: 'dependent_item_exists',
    dependents: { assets: 4 },
    isOk: true,
    isMoved: true,
    subtype: 'incident',
    isIncluded: true,
    isSameRecord: true,
    bulk: { succeeded: 2, failed: 1, pointer: '/model_id' },
    token_type: 'bearer',
    mistaken: 'function',
  })
})
