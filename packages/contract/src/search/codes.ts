import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { id, line, nullable } from '../kernel/schema.ts'
import { recordType } from './record-types.ts'

/** What of a record a code is; `url` is the address of the record, or its id alone. */
export const codeMembers = ['asset_tag', 'serial_number', 'external_id', 'code', 'key', 'url'] as const

const codeMatch = z
  .object({
    type: recordType,
    id: id().meta({ description: 'Id of the record.' }),
    name: nullable(z.string()).meta({
      description: 'Name or title of the record; null for a person without a name.',
      examples: ['Laptop 14"'],
    }),
    matched_by: z.enum(codeMembers).meta({
      id: 'CodeMember',
      description:
        'The member that is the code; `url`: the code is the address of the record, or its id. An issue is found by former keys as well.',
      examples: ['asset_tag'],
    }),
  })
  .meta({ id: 'CodeMatch', description: 'A record that a code names.' })

export interface CodeMatch extends z.infer<typeof codeMatch> {}
/** A record that a code names. */
export const CodeMatch: z.core.$ZodType<CodeMatch, CodeMatch> = codeMatch

/** The longest code: that of an address. */
const MOST_CODE = 2048

export const codes = {
  get: endpoint({
    operationId: 'lookUpCode',
    method: 'get',
    path: '/codes/{code}',
    tag: 'Search',
    summary: 'Look up a scanned or typed code',
    description:
      'Returns the records of the selected tenant that have the code: none, one or several, because a tag may be the serial number of another asset. Tags, serial numbers, keys of issues and projects, and codes of schools are found whatever their case, external ids (`jamf:243`, of a person or configuration item also `external_id`) and codes of locations as they are written. An address, on any host, ends in the path of a record: with its id (`/assets/01…`), or with the tag of an asset or the key of an issue, project or group, which an address of the page (`/t/north/issues/OPS-12`) names in that tenant. Archived records, and those that the caller may not read, are left out.',
    permission: 'authenticated',
    pathTexts: {
      code: line(MOST_CODE).meta({
        description:
          'The code as it was scanned or typed, percent-encoded (a `/` as `%2F`): a tag, serial number, external id, code or key, the id (ULID) of a record, or an address that is printed on a label.',
        maxLength: MOST_CODE,
        examples: ['A-000012'],
      }),
    },
    whole: true,
    success: { status: 200, body: z.array(CodeMatch) },
  }),
}
