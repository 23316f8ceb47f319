import { z } from 'zod'
import { queryInteger } from '../kernel/schema.ts'
import { ConfigurationItemReference } from './relationships.ts'

/** The longest path of an impact, in relationships. */
const IMPACT_DEPTH = 20

const impactDirection = z.enum(['downstream', 'upstream']).meta({
  id: 'ImpactDirection',
  description:
    '`downstream`: the items that fail if this item fails. `upstream`: the items whose failure makes this item fail. Default: `downstream`.',
})

const impactedItem = z
  .object({
    ci: ConfigurationItemReference,
    depth: z
      .int()
      .min(1)
      .max(IMPACT_DEPTH)
      .meta({ description: 'Number of relationships between the two items.' }),
    weight: z.int().min(1).max(10).meta({
      description: 'How strongly the item is affected: the smallest weight on the path; 10 = completely.',
    }),
    path: z
      .array(ConfigurationItemReference)
      .meta({ description: 'The path from the requested item to this one.' }),
    open_issue_count: z.int().min(0).meta({ description: 'Number of open issues that refer to the item.' }),
  })
  .meta({ id: 'ImpactedItem', description: 'A configuration item that fails if another one fails.' })

export interface ImpactedItem extends z.infer<typeof impactedItem> {}
/** A configuration item that fails if another one fails. */
export const ImpactedItem: z.core.$ZodType<ImpactedItem, ImpactedItem> = impactedItem

export const impactQuery = z.strictObject({
  direction: impactDirection.optional(),
  depth: queryInteger(z.int().min(1).max(IMPACT_DEPTH)).optional().meta({
    description:
      'The longest path to follow, in relationships. Default: 10. The header `Impact-Truncated: true` means that there are more items beyond.',
  }),
})
