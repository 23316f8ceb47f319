import { z } from 'zod'
import { externalName, recordName } from './external-ids.ts'

/** The maximum number of items in a bulk request. */
export const MOST_BULK_ITEMS = 500

export const bulkMode = z.enum(['atomic', 'each']).meta({
  id: 'BulkMode',
  description: '`atomic`: all items or none. `each`: every item that succeeds.',
})

export const ifMatch = z.int().min(1).max(2_147_483_647).optional().meta({
  description: 'The version that the record must have; the item is refused (412) if it has another version.',
})

const bulkId = recordName.meta({ description: 'Id (ULID) of the record, or an external id (`source:id`).' })

export const member = { id: bulkId }

/** The external id of an upsert. */
export const upsertName = externalName.meta({
  description: 'The external id (`source:id`) of the record that is created or changed.',
  examples: ['jamf:243'],
})

/** Metadata of the items for the document. */
export const Items = { description: `At most ${MOST_BULK_ITEMS}; each record at most once.` }

const plain = new Map<string, z.ZodObject>()

/** Returns the item schema of an operation that is the same in every collection, as one component of the document. */
export function plainVariant(op: string, body?: z.core.$ZodType): z.ZodObject {
  const known = plain.get(op)
  if (known) return known
  const name = op.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
  const variant = z
    .strictObject({
      op: z.literal(op).meta({ description: 'The operation of the item.' }),
      id: member.id,
      if_match: ifMatch,
      ...(body ? { body: z.optional(body) } : {}),
    })
    .meta({ id: `Bulk${name}`, description: `The item with \`op\`: \`${op}\`.` })
  plain.set(op, variant)
  return variant
}
