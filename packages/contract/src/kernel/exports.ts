import { line, queryCommaList } from './schema.ts'

/** The media types of exports. An export contains all records of a list; `application/json` contains one page. */
export const exportTypes = ['text/csv', 'application/x-ndjson'] as const
export type ExportType = (typeof exportTypes)[number]

/** The query parameter that selects the members of an export. */
export const columnsParameter = queryCommaList(line(255), 200)
  .optional()
  .meta({
    description:
      'Members of an export, in this order; members of an object after a dot (`person.name`, `custom_fields.room`). Only with `Accept: text/csv` or `application/x-ndjson`.',
    param: { style: 'form', explode: false },
  })
