import { invalid } from '../base/problem.ts'

/** A position in the log: reading continues after this transaction and entry, in one generation of the database. */
export interface Position {
  readonly generation: string
  readonly xid: string
  readonly id: string
}

const XID = /^[0-9]{1,19}$/
const ID = /^[0-9A-Z]{0,26}$/

/** Encodes a position as text, which is opaque to clients but not secret. */
export const writePosition = ({ generation, xid, id }: Position): string =>
  Buffer.from([generation, xid, id].join(' ')).toString('base64url')

/** Decodes a position; throws `invalid_cursor` if the service did not write the text. */
export function readPosition(text: string): Position {
  const [generation = '', xid = '', id = '', ...more] = Buffer.from(text, 'base64url')
    .toString('utf8')
    .split(' ')
  const position = { generation, xid, id }
  if (more.length > 0 || !XID.test(xid) || !ID.test(id) || writePosition(position) !== text)
    throw invalid({
      in: 'query',
      field: 'after',
      code: 'invalid_cursor',
      message: 'use the `next` of an earlier answer; leave it out to start at the beginning',
    })
  return position
}
