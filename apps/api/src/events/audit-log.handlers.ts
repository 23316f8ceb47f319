import { operationGroups } from '@commonhold/contract'
import { implement } from '../store/implement.ts'
import { listRecords } from '../store/listing.ts'
import { auditLogStore, refusals } from './audit-log.store.ts'

const { auditLog } = operationGroups

export const auditLogHandlers = implement(auditLog, {
  list: ({ query }, context) =>
    listRecords(
      auditLogStore,
      context,
      auditLog.list.collection,
      query,
      query.reason === undefined ? undefined : refusals,
    ),
})
