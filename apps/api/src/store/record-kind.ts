import type { AuditKind } from '@commonhold/contract'

/** A kind of record: those that an entry of the audit log can be of, and those that are only read. */
export type RecordKind = AuditKind | 'audit' | 'issue_activity'
