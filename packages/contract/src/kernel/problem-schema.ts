import { z } from 'zod'
import { verbatim } from './schema.ts'

const problemError = z
  .object({
    in: z
      .enum(['body', 'query', 'header', 'path'])
      .meta({ id: 'ProblemErrorIn', description: 'Which part of the request.' }),
    pointer: z
      .string()
      .meta({ description: 'JSON Pointer (RFC 6901) into the body, or the name of the parameter.' }),
    code: z.string().meta({ description: 'Stable code; clients treat unknown ones as a general error.' }),
    message: z.string().meta({ description: 'What is expected, in a sentence.' }),
    allowed: z
      .array(z.string())
      .optional()
      .meta({ description: 'The values that are allowed, where they can be listed.' }),
  })
  .meta({ id: 'ProblemError', description: 'One error in a request.' })

const problem = z
  .looseObject({
    type: z.string().meta({ description: 'Address of a page about the code, relative to the service.' }),
    title: z.string().meta({ description: 'What the code means, in a few words.' }),
    status: z.int().min(400).max(599).meta({ description: 'The HTTP status.' }),
    detail: z.string().meta({ description: 'What happened and what to do, in a sentence.' }),
    instance: z.string().meta({ description: 'Path of the request.' }),
    code: z.string().meta({ description: 'Stable code of the problem; an open list.' }),
    request_id: verbatim(128).meta({ description: 'Id of the request in the log.' }),
    errors: z.array(problemError).optional().meta({
      description:
        'With `validation_failed`: the errors, at most 20. With any code of an atomic bulk request: those of its items, at most 500.',
    }),
  })
  .meta({ id: 'Problem', description: 'A problem (RFC 9457). Further members are facts of the code.' })

export interface Problem extends z.infer<typeof problem> {}
export interface ProblemError extends z.infer<typeof problemError> {}

/** The body of every answer from 400 on, `application/problem+json`. */
export const Problem: z.core.$ZodType<Problem, Problem> = problem

/** One error in a request. */
export const ProblemError: z.core.$ZodType<ProblemError, ProblemError> = problemError
