import { copyFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pythonTools } from './toolchains.ts'
import { contractFolder, emptyFolder, here, run, strict } from './tools.ts'

/** The strict document, which some of the generators accept. */
export const document = join(contractFolder, 'openapi.json')

/** The document for generators. All clients that only `pnpm sdks` builds are generated from it. */
export const sdkDocument = join(contractFolder, 'openapi.sdk.json')

/** A TypeScript generator with its usual settings. */
export interface Generator {
  readonly name: string
  generate(sdk: string): Promise<unknown>
  /** Options that differ from `strict`, because the generated code does not compile with it. */
  readonly compilerOptions?: object
}

/** The TypeScript generators that people use most; `test/round-trips` has a program for each. */
export const generators: readonly Generator[] = [
  {
    name: 'hey-api',
    generate: (sdk) => run('openapi-ts', ['-i', document, '-o', sdk, '-c', '@hey-api/client-fetch']),
    compilerOptions: { exactOptionalPropertyTypes: false },
  },
  {
    name: 'openapi-fetch',
    generate: (sdk) =>
      run('openapi-typescript', [
        document,
        '--output',
        join(sdk, 'schema.ts'),
        '--default-non-nullable',
        'false',
      ]),
  },
  {
    name: 'swagger-typescript-api',
    generate: (sdk) =>
      run('swagger-typescript-api', [
        'generate',
        '--path',
        sdkDocument,
        '--output',
        sdk,
        '--generate-union-enums',
      ]),
  },
]

/** Generators that take long, or whose output takes long to compile. */
export const slowGenerators: readonly Generator[] = [
  {
    name: 'orval',
    generate: (sdk) => {
      const options = ['--client', 'fetch', '--mode', 'single']
      return run('orval', ['--input', sdkDocument, '--output', join(sdk, 'client.ts'), ...options])
    },
  },
  {
    name: 'kubb',
    generate: (sdk) =>
      run('kubb', ['generate', '--config', join(here, 'test', 'round-trips', 'kubb.config.js')], {
        env: { KUBB_INPUT: sdkDocument, KUBB_OUTPUT: sdk },
      }),
    compilerOptions: { exactOptionalPropertyTypes: false },
  },
  {
    name: 'typescript-fetch',
    generate: async (sdk) => {
      const folder = await generatedByOpenApiGenerator(
        'typescript-fetch',
        await pythonTools(),
        ['-i', sdkDocument],
        {
          importFileExtension: '.js',
        },
      )
      await rename(folder, sdk)
    },
    compilerOptions: {
      exactOptionalPropertyTypes: false,
      noImplicitOverride: false,
      noUncheckedIndexedAccess: false,
    },
  },
]

/** Generates a client and compiles it with its round trip; returns the path of the program. */
export async function compiled({ name, generate, compilerOptions }: Generator): Promise<string> {
  const folder = await emptyFolder(`${name}-trip`)
  await generate(join(folder, 'sdk'))
  const options = { ...strict, skipLibCheck: true, types: ['node'], module: 'nodenext', outDir: 'out' }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...options, ...compilerOptions }, files: ['main.ts'] }),
  )
  await copyFile(join(here, 'test', 'round-trips', `${name}.ts`), join(folder, 'main.ts'))
  await run('tsc', ['-p', folder])
  return join(folder, 'out', 'main.js')
}

/** Generates a client with openapi-generator, without documentation and tests; returns its folder. */
export async function generatedByOpenApiGenerator(
  language: string,
  env: Readonly<Record<string, string>>,
  options: readonly string[],
  properties: Readonly<Record<string, string | boolean>>,
): Promise<string> {
  const folder = await emptyFolder(`openapi-generator-${language}`)
  const additional = Object.entries(properties).map(([name, value]) => `${name}=${value}`)
  await run(
    'openapi-generator-cli',
    [
      ...['generate', '-g', language, '-o', folder, ...options],
      ...['--global-property', 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'],
      ...['--additional-properties', additional.join()],
    ],
    { env },
  )
  return folder
}
