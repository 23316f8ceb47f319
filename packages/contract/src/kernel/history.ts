import { z } from 'zod'
import { collection } from './collection.ts'
import { byTime, byValue } from './filters.ts'
import { includes } from './include.ts'
import { anyValue, id, instant, longText, nullable, reason, timestamp } from './schema.ts'
import { userBrief } from './user-brief.ts'

const historyAction = z
  .enum(['created', 'updated', 'moved', 'deleted'])
  .meta({ id: 'HistoryAction', description: 'What was done to the record.' })

const historyChange = z
  .object({
    field: z.string().meta({ description: 'Name of the member.', examples: ['status'] }),
    from: anyValue().meta({ description: 'Value before; null where there was none.', examples: ['active'] }),
    to: anyValue().meta({ description: 'Value after; null where there is none.', examples: ['retired'] }),
  })
  .meta({ id: 'HistoryChange', description: 'One member that changed.' })

/** The records that a history entry can include. */
export const historyEntryIncludes = includes('HistoryEntry', {
  actor: userBrief,
})

const historyEntry = z
  .object({
    id: id().meta({ description: 'Id of the entry (ULID).' }),
    action: historyAction,
    operation: z
      .string()
      .meta({ description: 'The operation, by its operationId.', examples: ['retireAsset'] }),
    actor_id: nullable(id()).meta({ description: 'Id of the user who made the change; null = the system.' }),
    request_id: z
      .string()
      .meta({ description: 'Id of the request.', examples: ['01J9ZC70FQ2S6H4W8B3MKXTY5D'] }),
    created_at: timestamp().meta({ description: 'When the change was made.' }),
    reason: nullable(reason()).meta({ description: 'Reason given with a move.' }),
    notes: nullable(longText()).meta({ description: 'Notes given with a move.' }),
    version: nullable(z.int()).meta({
      description: 'Version of the record after the change; null where it was not recorded.',
    }),
    changes: z.array(historyChange).meta({ description: 'What changed, by member.' }),
    ...historyEntryIncludes.members,
  })
  .meta({ id: 'HistoryEntry', description: 'One change of a record. Entries are never changed or removed.' })

export interface HistoryEntry extends z.infer<typeof historyEntry> {}
/** One change of a record. */
export const HistoryEntry: z.core.$ZodType<HistoryEntry, HistoryEntry> = historyEntry

/** History as a collection: oldest first. */
export const historyCollection = collection({
  include: historyEntryIncludes.include,
  filters: { action: byValue(historyAction), created_at: byTime(instant()) },
  sort: ['created_at'],
  defaultSort: 'id',
})
