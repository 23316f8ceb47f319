import { z } from 'zod'
import { endpoint } from '../kernel/endpoint.ts'
import { id, line, nullable } from '../kernel/schema.ts'
import { recordType } from './record-types.ts'

/** The members of a record that can match a code; `url` = the code is the address or the id of the record. */
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
        'The member that matches the code; `url` = the code is the address or the id of the record. An issue is also found by its former keys.',
      examples: ['asset_tag'],
    }),
  })
  .meta({ id: 'CodeMatch', description: 'A record that has a code.' })

export interface CodeMatch extends z.infer<typeof codeMatch> {}
/** A record that has a code. */
export const CodeMatch: z.core.$ZodType<CodeMatch, CodeMatch> = codeMatch

/** The greatest length of a code, which may be an address. */
const MOST_CODE = 2048

export const codes = {
  get: endpoint({
    operationId: 'lookUpCode',
    method: 'get',
    path: '/codes/{code}',
    tag: 'Search',
    summary: 'Look up a scanned or typed code',
    description:
      'Returns the records of the selected tenant that have the code. There can be several, because the tag of one asset may be the serial number of another. Tags, serial numbers, keys of issues and projects, and codes of schools match whatever their case. External ids (`jamf:243`, and `external_id` of a person or configuration item) and codes of locations must match exactly. An address, on any host, must end in the path of a record with its id (`/assets/01…`), or with the tag of an asset or the key of an issue, project or group. A tag or key in an address of the web page (`/t/north/issues/OPS-12`) is found only if the address names the selected tenant. Archived records, and records that the caller may not read, are left out.',
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
