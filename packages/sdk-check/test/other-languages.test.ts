import { copyFile, cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { expected } from './expected.ts'
import { document, generatedByOpenApiGenerator, sdkDocument } from './generators.ts'
import { buildClasspath, fetched, goTools, needs, pythonTools } from './toolchains.ts'
import { emptyFolder, here, run } from './tools.ts'

const { address, email, password } = inject('service')
const account = [address, email, password]
const trips = join(here, 'test', 'round-trips')

const python = { python3: ['-c', 'import ensurepip, venv'] }

test('a Python client compiles under strict settings and does the round trip', async (context) => {
  await needs(context, python)
  const env = await fetched(context, 'the Python tools', pythonTools())
  const folder = await emptyFolder('python')
  const options = ['--path', document, '--output-path', folder, '--overwrite']
  await run('openapi-python-client', ['generate', ...options], { env })
  await copyFile(join(trips, 'python', 'main.py'), join(folder, 'main.py'))
  await run('mypy', ['--strict', 'main.py', 'commonhold_client'], { cwd: folder, env })
  const written = await run('python', ['main.py', ...account], { cwd: folder, env })
  expect(JSON.parse(written)).toEqual(expected)
})

test('a Go client compiles, passes vet and does the round trip', async (context) => {
  await needs(context, { ...python, java: ['-version'] })
  const tools = await fetched(context, 'the Go tools', goTools())
  const env = { ...tools, GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod' }
  const repository = [
    '-i',
    sdkDocument,
    '--git-host',
    'example.org',
    '--git-user-id',
    'commonhold',
    '--git-repo-id',
    'client',
  ]
  const folder = await generatedByOpenApiGenerator('go', env, repository, {
    packageName: 'commonhold',
    disallowAdditionalPropertiesIfNotPresent: false,
  })
  await cp(join(trips, 'go'), join(folder, 'trip'), { recursive: true })
  await fetched(context, 'a Go module', run('go', ['mod', 'tidy'], { cwd: folder, env }))
  await run('go', ['vet', './...'], { cwd: folder, env })
  const written = await run('go', ['run', './trip', ...account], { cwd: folder, env })
  expect(JSON.parse(written)).toEqual(expected)
})

test('a Java client compiles without a warning and does the round trip', async (context) => {
  await needs(context, { ...python, javac: ['-version'], mvn: ['-version'] })
  const env = await fetched(context, 'the Python tools', pythonTools())
  const folder = await generatedByOpenApiGenerator('java', env, ['-i', document, '--library', 'native'], {
    groupId: 'org.commonhold',
    artifactId: 'client',
    invokerPackage: 'org.commonhold.client',
    apiPackage: 'org.commonhold.client.api',
    modelPackage: 'org.commonhold.client.model',
    useJakartaEe: true,
    useSingleRequestParameter: true,
    disallowAdditionalPropertiesIfNotPresent: false,
  })
  const goal = [buildClasspath, '-Dmdep.outputFile=classpath']
  const maven = run('mvn', ['--quiet', '--batch-mode', ...goal], { cwd: folder, env })
  await fetched(context, 'a Java library', maven)
  await copyFile(join(trips, 'java', 'Main.java'), join(folder, 'src', 'main', 'java', 'Main.java'))
  const sources = (await readdir(join(folder, 'src'), { recursive: true }))
    .filter((file) => file.endsWith('.java'))
    .map((file) => join('src', file))
  await writeFile(join(folder, 'sources'), sources.join('\n'))
  const classpath = `classes:${await readFile(join(folder, 'classpath'), 'utf8')}`
  // Not `serial` and `deprecation`, because of the generated code; not `path`, because the compiler makes the folder `classes`.
  const strict = ['--release', '17', '-Xlint:all,-serial,-deprecation,-path', '-Werror', '-proc:none']
  // Java 17 derives the text encoding from the machine's locale.
  await run('javac', [...strict, '-encoding', 'UTF-8', '-cp', classpath, '-d', 'classes', '@sources'], {
    cwd: folder,
  })
  const written = await run('java', ['-Dfile.encoding=UTF-8', '-cp', classpath, 'Main', ...account], {
    cwd: folder,
  })
  expect(JSON.parse(written)).toEqual(expected)
})
