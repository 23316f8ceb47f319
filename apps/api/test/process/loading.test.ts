import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const source = (name: string) => JSON.stringify(new URL(`../../src/${name}`, import.meta.url).href)

/** Loads the service, and prints the modules of Drizzle that Node.js resolved. */
const loading = `
  import { registerHooks } from 'node:module'
  const asked = []
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context)
      if (found.url.includes('/node_modules/drizzle-orm/')) asked.push(specifier)
      return found
    },
  })
  await import(${source('drizzle-modules.ts')})
  await import(${source('start.ts')})
  process.stdout.write(JSON.stringify(asked))`

test('a start looks each entry of Drizzle up once, and none of its files', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', loading])
  const asked: unknown[] = JSON.parse(stdout)
  expect(asked).toContain('drizzle-orm')
  expect(asked.toSorted()).toEqual([...new Set(asked)].sort())
  for (const specifier of asked) expect(specifier).toMatch(/^drizzle-orm/)
})
