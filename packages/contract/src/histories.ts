import { type OperationsNamed, operationsNamed } from './derived-operations.ts'

/** The histories of records, by the name of their group. Groups with another form of history declare their own. */
export const histories: OperationsNamed<'history'> = operationsNamed('history')
