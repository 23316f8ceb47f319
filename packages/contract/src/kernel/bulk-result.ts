import { z } from 'zod'
import { ProblemError } from './problem-schema.ts'
import { id, integer, nullable, verbatim } from './schema.ts'

const bulkProblem = z
  .looseObject({
    type: z.string().meta({ description: 'Address of a page about the code, relative to the service.' }),
    title: z.string().meta({ description: 'What the code means, in a few words.' }),
    status: z.int().min(400).max(599).meta({ description: 'The HTTP status of the operation.' }),
    detail: z.string().meta({ description: 'What happened and what to do, in a sentence.' }),
    code: z.string().meta({ description: 'Stable code of the problem; an open list.' }),
    request_id: verbatim(128).meta({ description: 'Id of the request in the log.' }),
    errors: z
      .array(ProblemError)
      .optional()
      .meta({ description: 'With `validation_failed`: the errors of the item, at most 20.' }),
  })
  .meta({ id: 'BulkProblem', description: 'The problem of one item. Further members are facts of the code.' })

const itemResult = z
  .object({
    index: integer().meta({ description: 'The place of the item in the request, from 0.' }),
    status: z
      .int()
      .min(200)
      .max(599)
      .meta({ description: 'The status that the operation alone would have.' }),
    id: nullable(id()).meta({
      description: 'Id of the record; null when a create failed, or the item has no id.',
    }),
    version: nullable(integer()).meta({
      description: 'Version of the record after the item; null when it failed or the record is deleted.',
    }),
    problem: bulkProblem.optional(),
  })
  .meta({ id: 'BulkItemResult', description: 'Result of one item.' })

const bulkResult = z
  .object({
    succeeded: integer().meta({ description: 'Number of items that succeeded.' }),
    failed: integer().meta({ description: 'Number of items that failed.' }),
    results: z.array(itemResult).meta({ description: 'One for each item, in the order sent.' }),
  })
  .meta({ id: 'BulkResult', description: 'Result of a bulk request.' })

export interface BulkItemResult extends z.infer<typeof itemResult> {}
export interface BulkResult extends z.infer<typeof bulkResult> {}
/** The answer of a bulk request. */
export const BulkResult: z.core.$ZodType<BulkResult, BulkResult> = bulkResult
