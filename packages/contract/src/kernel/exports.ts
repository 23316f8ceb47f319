import { line, queryCommaList } from './schema.ts'

/** The media types in which a list is exported: all of its records, where `application/json` answers a page. */
export const exportTypes = ['text/csv', 'application/x-ndjson'] as const
export type ExportType = (typeof exportTypes)[number]

/** The members that an export has. */
export const columnsParameter = queryCommaList(line(255), 200)
  .optional()
  .meta({
    description:
      'Members of an export, in this order; members of an object behind a dot (`person.name`, `custom_fields.room`). Only with `Accept: text/csv` or `application/x-ndjson`.',
    param: { style: 'form', explode: false },
  })
