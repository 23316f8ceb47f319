import { z } from 'zod'
import { queryInteger } from '../kernel/schema.ts'
import { ConfigurationItemReference } from './relationships.ts'

/** Relationships that an impact follows at most, one behind the other. */
const IMPACT_DEPTH = 20

const impactDirection = z.enum(['downstream', 'upstream']).meta({
  id: 'ImpactDirection',
  description: 'What fails with the item (`downstream`), or what it fails with (`upstream`).',
})

const impactedItem = z
  .object({
    ci: ConfigurationItemReference,
    depth: z.int().min(1).max(IMPACT_DEPTH).meta({ description: 'Relationships between the two items.' }),
    weight: z.int().min(1).max(10).meta({
      description: 'How strongly it is affected: the least weight on the way, 10 = altogether.',
    }),
    path: z
      .array(ConfigurationItemReference)
      .meta({ description: 'The path from the requested item to this one.' }),
    open_issue_count: z.int().min(0).meta({ description: 'Open issues that name the item.' }),
  })
  .meta({ id: 'ImpactedItem', description: 'A configuration item that fails with another.' })

export interface ImpactedItem extends z.infer<typeof impactedItem> {}
/** A configuration item that fails with another. */
export const ImpactedItem: z.core.$ZodType<ImpactedItem, ImpactedItem> = impactedItem

export const impactQuery = z.strictObject({
  direction: impactDirection.optional(),
  depth: queryInteger(z.int().min(1).max(IMPACT_DEPTH)).optional().meta({
    description:
      'How many relationships away to look; 10 unless given. The header `Impact-Truncated: true` means that there are more items beyond.',
  }),
})
