import type { AuditKind } from '@commonhold/contract'

/** A kind of record: kinds that have entries in the audit log, and kinds that are only read. */
export type RecordKind = AuditKind | 'audit' | 'issue_activity'
