import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contractFolder, emptyFolder, here, run, strict } from './tools.ts'

/** What every client is generated from. */
export const document = join(contractFolder, 'openapi.json')

/** A generator of TypeScript, with the settings that its users choose. */
export interface Generator {
  readonly name: string
  generate(sdk: string): Promise<unknown>
  /** Where what is generated does not compile with all that the compiler can demand. */
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
        document,
        '--output',
        sdk,
        '--generate-union-enums',
      ]),
  },
]

/** Generates, and compiles it together with its round trip; answers the program. */
export async function compiled({ name, generate, compilerOptions }: Generator): Promise<string> {
  const folder = await emptyFolder(name)
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

/** A client in one of the languages of openapi-generator, without documentation and tests; answers its folder. */
export async function generatedByOpenApiGenerator(
  language: string,
  env: Readonly<Record<string, string>>,
  options: readonly string[],
  properties: Readonly<Record<string, string | boolean>>,
): Promise<string> {
  const folder = await emptyFolder(language)
  const additional = Object.entries(properties).map(([name, value]) => `${name}=${value}`)
  await run(
    'openapi-generator-cli',
    [
      ...['generate', '-i', document, '-g', language, '-o', folder, ...options],
      ...['--global-property', 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'],
      ...['--additional-properties', additional.join()],
    ],
    { env },
  )
  return folder
}
