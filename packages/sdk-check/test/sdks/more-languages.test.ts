import { copyFile, cp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { expected } from '../expected.ts'
import { generatedByOpenApiGenerator, sdkDocument } from '../generators.ts'
import { fetched, goTools, needs, pythonTools } from '../toolchains.ts'
import { emptyFolder, here, run } from '../tools.ts'

const { address, email, password } = inject('service')
const account = [address, email, password]
const trips = join(here, 'test', 'round-trips')
const python = { python3: ['-c', 'import ensurepip, venv'] }
const java = { java: ['-version'] }

test('a Python client of openapi-generator does the round trip', async (context) => {
  await needs(context, { ...python, ...java })
  const env = await fetched(context, 'the Python tools', pythonTools())
  const folder = await generatedByOpenApiGenerator('python', env, ['-i', sdkDocument], {
    packageName: 'commonhold',
  })
  await copyFile(join(trips, 'python-openapi-generator', 'main.py'), join(folder, 'main.py'))
  const written = await run('python', ['main.py', ...account], { cwd: folder, env })
  expect(JSON.parse(written)).toEqual(expected)
})

test('models of datamodel-code-generator compile under strict settings and do the round trip', async (context) => {
  await needs(context, python)
  const env = await fetched(context, 'the Python tools', pythonTools())
  const folder = await emptyFolder('datamodel')
  const options = [
    '--input-file-type',
    'openapi',
    '--output-model-type',
    'pydantic_v2.BaseModel',
    '--use-annotated',
    '--strict-nullable',
  ]
  const files = ['--input', sdkDocument, '--output', join(folder, 'models.py')]
  await run('datamodel-codegen', [...files, ...options, '--target-python-version', '3.11'], { env })
  await copyFile(join(trips, 'datamodel', 'main.py'), join(folder, 'main.py'))
  await run('mypy', ['--strict', 'main.py'], { cwd: folder, env })
  const written = await run('python', ['main.py', ...account], { cwd: folder, env })
  expect(JSON.parse(written)).toEqual(expected)
})

test('a Go client of oapi-codegen passes vet and does the round trip', async (context) => {
  await needs(context, python)
  const env = {
    ...(await fetched(context, 'the Go tools', goTools())),
    GOTOOLCHAIN: 'local',
    GOFLAGS: '-mod=mod',
  }
  const folder = await emptyFolder('oapi-codegen')
  await cp(join(trips, 'oapi-codegen'), folder, { recursive: true })
  const modules = [
    'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2',
    'github.com/oapi-codegen/runtime@latest',
    'github.com/oapi-codegen/nullable@latest',
  ]
  await run('go', ['mod', 'init', 'example.org/commonhold'], { cwd: folder, env })
  await fetched(context, 'a Go module', run('go', ['get', '-tool', ...modules], { cwd: folder, env }))
  await run('go', ['tool', 'oapi-codegen', '-config', 'config.yaml', sdkDocument], { cwd: folder, env })
  await fetched(context, 'a Go module', run('go', ['mod', 'tidy'], { cwd: folder, env }))
  await run('go', ['vet', './...'], { cwd: folder, env })
  const written = await run('go', ['run', '.', ...account], { cwd: folder, env })
  expect(JSON.parse(written)).toEqual(expected)
})

test('a Ruby client of openapi-generator does the round trip', async (context) => {
  await needs(context, { ...python, ...java, ruby: ['-e', 'require "typhoeus"; require "marcel"'] })
  const env = await fetched(context, 'the Python tools', pythonTools())
  const folder = await generatedByOpenApiGenerator('ruby', env, ['-i', sdkDocument], {
    gemName: 'commonhold',
  })
  const written = await run('ruby', ['-Ilib', join(trips, 'ruby', 'main.rb'), ...account], {
    cwd: folder,
    env,
  })
  expect(JSON.parse(written)).toEqual(expected)
})
