import { readFileSync } from 'node:fs'
import { contract } from '../src/index.ts'
import { sdkDocument } from '../src/kernel/openapi/sdk.ts'
import type { OpenAPIObject } from '../src/kernel/openapi/types.ts'
import { openApiDocument } from '../src/kernel/openapi.ts'

/** URL of the committed document. */
export const documentFile = new URL('../openapi.json', import.meta.url)

/** URL of the committed document for generators. */
export const sdkDocumentFile = new URL('../openapi.sdk.json', import.meta.url)

const packageFile = new URL('../package.json', import.meta.url)
const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }

/** The document of the current contract. */
export const document: OpenAPIObject = openApiDocument(contract, {
  title: 'Commonhold',
  version,
  description: [
    'Work, assets and people of many tenants.',
    'Ids are ULIDs; a request may write them in either case. Times are RFC 3339, answered in UTC with milliseconds.',
    'Lists are arrays; paging is in the `Link` header. Every answer from 400 on is a problem (RFC 9457) with a stable `code`.',
    'Members, parameters and values that are not described here are refused with 422. In a POST, `null` for a member that may be left out counts as left out.',
  ].join('\n\n'),
  servers: [{ url: '/', description: 'This installation.' }],
})

/** The text of openapi.json. */
export const documentText = `${JSON.stringify(document, null, 2)}\n`

/** The document for client generators, made from `document`. */
export const generatorsDocument: OpenAPIObject = sdkDocument(document)

/** The text of openapi.sdk.json. */
export const generatorsDocumentText = `${JSON.stringify(generatorsDocument, null, 2)}\n`

/** The committed documents, with the texts that the current contract generates. */
export const committed = [
  { name: 'openapi.json', file: documentFile, text: documentText },
  { name: 'openapi.sdk.json', file: sdkDocumentFile, text: generatorsDocumentText },
] as const
