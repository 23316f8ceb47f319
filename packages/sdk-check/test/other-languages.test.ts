import { copyFile, cp } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { expected } from './expected.ts'
import { fetched, needs, pythonTools } from './toolchains.ts'
import { contractFolder, emptyFolder, here, run } from './tools.ts'

const { address, email, password } = inject('service')
const document = join(contractFolder, 'openapi.json')
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
  const written = await run('python', ['main.py', address, email, password], { cwd: folder, env })
  expect(JSON.parse(written)).toEqual(expected)
})

/** What the generator is told, so that Go's constants have names of their own and members may be added. */
const goProperties = {
  packageName: 'commonhold',
  enumClassPrefix: true,
  disallowAdditionalPropertiesIfNotPresent: false,
}

test('a Go client compiles, passes vet and does the round trip', async (context) => {
  await needs(context, { ...python, java: ['-version'], go: ['version'] })
  const tools = await fetched(context, 'the Python tools', pythonTools())
  const env = { ...tools, GOTOOLCHAIN: 'local', GOFLAGS: '-mod=mod' }
  const folder = await emptyFolder('go')
  const repository = ['--git-host', 'example.org', '--git-user-id', 'commonhold', '--git-repo-id', 'client']
  const properties = Object.entries(goProperties).map(([name, value]) => `${name}=${value}`)
  await run(
    'openapi-generator-cli',
    [
      ...['generate', '-i', document, '-g', 'go', '-o', folder, ...repository],
      ...['--global-property', 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'],
      ...['--additional-properties', properties.join()],
    ],
    { env },
  )
  await cp(join(trips, 'go'), join(folder, 'trip'), { recursive: true })
  await fetched(context, 'a Go module', run('go', ['mod', 'tidy'], { cwd: folder, env }))
  await run('go', ['vet', './...'], { cwd: folder, env })
  const written = await run('go', ['run', './trip', address, email, password], { cwd: folder, env })
  expect(JSON.parse(written)).toEqual(expected)
})
