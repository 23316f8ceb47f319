import { type OperationsNamed, operationsNamed } from './derived-operations.ts'

/** The histories of records, one for each kind that a tenant owns; kinds with a history of another form declare their own. */
export const histories: OperationsNamed<'history'> = operationsNamed('history')
