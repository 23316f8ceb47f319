import { z } from 'zod'

/** What a configuration item is. */
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

/** Status of a configuration item. */
export const itemStatuses = ['planned', 'in_stock', 'active', 'maintenance', 'inactive', 'retired'] as const

/** How much depends on a configuration item. */
export const criticalities = ['high', 'medium', 'low'] as const

/** What a configuration item is run for. */
export const environments = ['production', 'staging', 'test', 'development'] as const

export const ciType = z
  .enum(ciTypes)
  .meta({ id: 'ConfigurationItemType', description: 'What a configuration item is.' })
export const itemStatus = z
  .enum(itemStatuses)
  .meta({ id: 'ConfigurationItemStatus', description: 'Status of a configuration item.' })
export const criticality = z
  .enum(criticalities)
  .meta({ id: 'Criticality', description: 'How much depends on a configuration item.' })
export const environment = z
  .enum(environments)
  .meta({ id: 'Environment', description: 'What a configuration item is run for.' })
