import { z } from 'zod'

/** Kinds of records that searches and codes find. Equally good matches are listed in this order. */
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
