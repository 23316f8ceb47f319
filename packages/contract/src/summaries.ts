import { type OperationsNamed, operationsNamed } from './derived-operations.ts'

/** The lists that are counted in groups. */
export const summaries: OperationsNamed<'summary'> = operationsNamed('summary')
