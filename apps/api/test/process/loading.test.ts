import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const source = (name: string) => JSON.stringify(new URL(`../../src/${name}`, import.meta.url).href)

/** Loads the service, and prints the modules of Drizzle that Node.js resolved. */
const loading = `
  import { registerHooks } from 'node:module'
  const specifiers = []
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      if (found.url.includes('/node_modules/drizzle-orm/')) specifiers.push(specifier)
      return found
    },
  })
  await import(${source('drizzle-modules.ts')})
  await import(${source('start.ts')})
  process.stdout.write(JSON.stringify(specifiers))`

test('a start looks each entry of Drizzle up once, and none of its files', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', loading])
  const specifiers: unknown[] = JSON.parse(stdout)
  expect(specifiers).toContain('drizzle-orm')
  expect(specifiers.toSorted()).toEqual([...new Set(specifiers)].sort())
  for (const specifier of specifiers) expect(specifier).toMatch(/^drizzle-orm/)
})
