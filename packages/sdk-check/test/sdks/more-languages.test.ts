import { copyFile, cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { expected } from '../expected.ts'
import { generatedByOpenApiGenerator, sdkDocument } from '../generators.ts'
import { buildClasspath, cache, fetched, goTools, needs, pythonTools } from '../toolchains.ts'
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
    'github.com/oapi-codegen/runtime@v1.8.0',
    'github.com/oapi-codegen/nullable@v1.1.0',
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

test('a Rust client of openapi-generator compiles and does the round trip', async (context) => {
  await needs(context, { ...python, ...java, cargo: ['--version'] })
  const tools = await fetched(context, 'the Python tools', pythonTools())
  const env = { ...tools, CARGO_TARGET_DIR: join(cache, 'rust'), RUSTFLAGS: '--allow warnings' }
  const folder = await generatedByOpenApiGenerator('rust', env, ['-i', sdkDocument, '--library', 'reqwest'], {
    packageName: 'commonhold',
  })
  await cp(join(trips, 'rust'), join(folder, 'src', 'bin'), { recursive: true })
  const tokio = ['add', '--quiet', 'tokio@=1.54.1', '--features', 'macros,rt-multi-thread']
  await fetched(context, 'a crate', run('cargo', tokio, { cwd: folder, env }))
  await fetched(context, 'a crate', run('cargo', ['fetch', '--quiet'], { cwd: folder, env }))
  const program = ['run', '--quiet', '--bin', 'main', '--', ...account]
  const written = await run('cargo', program, { cwd: folder, env })
  expect(JSON.parse(written)).toEqual(expected)
})

test('a Kotlin client of openapi-generator compiles and does the round trip', async (context) => {
  await needs(context, { ...python, javac: ['-version'], mvn: ['-version'] })
  const env = await fetched(context, 'the Python tools', pythonTools())
  const values = [
    'AnyType=JsonElement',
    '--import-mappings',
    'JsonElement=kotlinx.serialization.json.JsonElement',
  ]
  const problems = ['Problem', 'BulkProblem'].map((name) => `${name}=kotlinx.serialization.json.JsonObject`)
  const options = [
    ...['-i', sdkDocument, '--library', 'jvm-okhttp4', '--type-mappings', ...values],
    ...['--schema-mappings', problems.join(',')],
  ]
  const folder = await generatedByOpenApiGenerator('kotlin', env, options, {
    packageName: 'org.commonhold.client',
    serializationLibrary: 'kotlinx_serialization',
    generateOneOfAnyOfWrappers: true,
  })
  await copyFile(join(trips, 'kotlin', 'pom.xml'), join(folder, 'pom.xml'))
  await copyFile(join(trips, 'kotlin', 'Main.kt'), join(folder, 'src', 'main', 'kotlin', 'Main.kt'))
  const maven = ['--quiet', '--batch-mode', 'compile', buildClasspath, '-Dmdep.outputFile=classpath']
  await fetched(context, 'a Kotlin library', run('mvn', maven, { cwd: folder, env }))
  const classpath = `target/classes:${await readFile(join(folder, 'classpath'), 'utf8')}`
  const written = await run('java', ['-Dfile.encoding=UTF-8', '-cp', classpath, 'MainKt', ...account], {
    cwd: folder,
  })
  expect(JSON.parse(written)).toEqual(expected)
})
