import { z } from 'zod'

/** The types of configuration items. */
export const ciTypes = [
  'business_service',
  'technical_service',
  'application',
  'software',
  'database',
  'server',
  'virtual_machine',
  'container',
  'cluster',
  'cloud_resource',
  'workstation',
  'mobile_device',
  'network_device',
  'network',
  'storage',
  'printer',
  'peripheral',
  'power',
  'rack',
  'facility',
  'document',
  'contract',
  'hardware',
  'other',
] as const

/** The statuses of a configuration item. */
export const itemStatuses = ['planned', 'in_stock', 'active', 'maintenance', 'inactive', 'retired'] as const

/** The criticalities of a configuration item. */
export const criticalities = ['high', 'medium', 'low'] as const

/** The environments of configuration items. */
export const environments = ['production', 'staging', 'test', 'development'] as const

export const ciType = z
  .enum(ciTypes)
  .meta({ id: 'ConfigurationItemType', description: 'Type of a configuration item.' })
export const itemStatus = z
  .enum(itemStatuses)
  .meta({ id: 'ConfigurationItemStatus', description: 'Status of a configuration item.' })
export const criticality = z
  .enum(criticalities)
  .meta({ id: 'Criticality', description: 'How critical a configuration item is.' })
export const environment = z
  .enum(environments)
  .meta({ id: 'Environment', description: 'Environment that a configuration item belongs to.' })
