import { type OperationsNamed, operationsNamed } from './derived-operations.ts'

/** The summaries of lists, by the name of their group. */
export const summaries: OperationsNamed<'summary'> = operationsNamed('summary')
