import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { apiDeclaration, groupDeclarations, jsSpecifiers } from './pack/declarations.ts'
import { lightDeclaration, lightModule } from './pack/light.ts'

/** Builds the published package in `dist`: JavaScript and declarations of the entry points and their imports. */
const folder = fileURLToPath(new URL('..', import.meta.url))
const dist = `${folder}dist/`
rmSync(dist, { recursive: true, force: true })
const { status } = spawnSync('tsc', ['--singleThreaded', '-p', 'tsconfig.build.json'], {
  cwd: folder,
  env: { ...process.env, PATH: `${folder}node_modules/.bin:${process.env.PATH}` },
  stdio: 'inherit',
})
if (status !== 0) process.exit(1)
jsSpecifiers(dist)
await groupDeclarations(folder)
writeFileSync(`${dist}api-contract.d.ts`, await apiDeclaration(folder))
writeFileSync(`${dist}light.js`, lightModule())
writeFileSync(`${dist}light.d.ts`, lightDeclaration())
