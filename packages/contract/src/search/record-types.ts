import { z } from 'zod'

/** Kinds of records that are searched and found by their codes, in the order in which equally good matches are listed. */
export const recordTypes = [
  'asset',
  'person',
  'issue',
  'configuration_item',
  'location',
  'project',
  'asset_model',
  'school',
  'group',
  'user',
] as const

export type RecordType = (typeof recordTypes)[number]

/** The kind of a record, as audit log and references name it. */
export const recordType = z
  .enum(recordTypes)
  .meta({ id: 'RecordType', description: 'Kind of record.', examples: ['asset'] })
