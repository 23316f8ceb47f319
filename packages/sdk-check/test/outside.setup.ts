import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { contractFolder, emptyFolder, here, run, strict } from './tools.ts'

/** Makes an empty project outside of this repository, installs the package there from a tarball, and compiles main.ts. */
export default async function setup(project: TestProject) {
  const folder = await emptyFolder('package')
  await run('pnpm', ['pack', '--pack-destination', folder], { cwd: contractFolder })
  const [file] = await readdir(folder)
  const tarball = join(folder, file ?? '')
  const outside = await mkdtemp(join(tmpdir(), 'commonhold-outside-'))
  const dependencies = { '@commonhold/contract': `file:${tarball}` }
  await writeFile(join(outside, 'package.json'), JSON.stringify({ type: 'module', dependencies }))
  await run('pnpm', ['install', '--prefer-offline', '--node-linker=hoisted', '--reporter=silent'], {
    cwd: outside,
  })
  await copyFile(join(here, 'test', 'outside', 'main.ts'), join(outside, 'main.ts'))
  await writeFile(
    join(outside, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { ...strict, skipLibCheck: true, module: 'nodenext' },
      files: ['main.ts'],
    }),
  )
  await run('tsc', ['-p', 'tsconfig.json'], { cwd: outside })
  project.provide('outside', { folder: outside, tarball })
  return () => rm(outside, { recursive: true, force: true })
}

declare module 'vitest' {
  export interface ProvidedContext {
    outside: { readonly folder: string; readonly tarball: string }
  }
}
