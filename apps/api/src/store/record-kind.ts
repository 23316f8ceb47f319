import type { EventKind } from '@commonhold/contract'

/** A kind of record in the audit log: those of events, and those that no event tells of or that are only read. */
export type RecordKind = EventKind | 'audit' | 'issue_activity' | 'job' | 'mail' | 'session'
