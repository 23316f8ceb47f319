import type { ConfigurationItem, RelationshipInverse, RelationshipType } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Tone } from '../../ui/marks.tsx'

/** The name of each type of configuration item. */
export const itemTypes = {
  business_service: msg`Business service`,
  technical_service: msg`Technical service`,
  application: msg`Application`,
  software: msg`Software`,
  database: msg`Database`,
  server: msg`Server`,
  virtual_machine: msg`Virtual machine`,
  container: msg`Container`,
  cluster: msg`Cluster`,
  cloud_resource: msg`Cloud resource`,
  workstation: msg`Workstation`,
  mobile_device: msg`Mobile device`,
  network_device: msg`Network device`,
  network: msg`Network`,
  storage: msg`Storage`,
  printer: msg`Printer`,
  peripheral: msg`Peripheral`,
  power: msg`Power`,
  rack: msg`Rack`,
  facility: msg`Facility`,
  document: msg`Document`,
  contract: msg`Contract`,
  hardware: msg`Hardware`,
  other: msg`Other`,
} as const satisfies Record<NonNullable<ConfigurationItem['ci_type']>, MessageDescriptor>

/** The name and the tone of each status of a configuration item. */
export const itemStatuses = {
  planned: { label: msg`Planned`, tone: 'open' },
  in_stock: { label: msg`In stock`, tone: 'waiting' },
  active: { label: msg`Active`, tone: 'good' },
  maintenance: { label: msg`In maintenance`, tone: 'caution' },
  inactive: { label: msg`Inactive`, tone: 'quiet' },
  retired: { label: msg`Retired`, tone: 'quiet' },
} as const satisfies Record<ConfigurationItem['status'], { label: MessageDescriptor; tone: Tone }>

/** The name of each criticality of a configuration item. */
export const criticalities = {
  high: msg`High`,
  medium: msg`Medium`,
  low: msg`Low`,
} as const satisfies Record<NonNullable<ConfigurationItem['criticality']>, MessageDescriptor>

/** The name of each environment of a configuration item. */
export const environments = {
  production: msg`Production`,
  staging: msg`Staging`,
  test: msg`Test`,
  development: msg`Development`,
} as const satisfies Record<NonNullable<ConfigurationItem['environment']>, MessageDescriptor>

/** The name of each type of relationship, as the source and as the target sees it. */
export const relationshipNames = {
  depends_on: msg`depends on`,
  runs_on: msg`runs on`,
  hosted_on: msg`is hosted on`,
  contains: msg`contains`,
  member_of: msg`is a member of`,
  connects_to: msg`connects to`,
  manages: msg`manages`,
  owns: msg`owns`,
  uses: msg`uses`,
  backs_up: msg`backs up`,
  sends_data_to: msg`sends data to`,
  impacts: msg`impacts`,
  relates_to: msg`relates to`,
  required_by: msg`is required by`,
  runs: msg`runs`,
  hosts: msg`hosts`,
  contained_by: msg`is contained by`,
  has_member: msg`has the member`,
  connected_by: msg`is connected by`,
  managed_by: msg`is managed by`,
  owned_by: msg`is owned by`,
  used_by: msg`is used by`,
  backed_up_by: msg`is backed up by`,
  receives_data_from: msg`receives data from`,
  impacted_by: msg`is impacted by`,
} as const satisfies Record<RelationshipType | RelationshipInverse, MessageDescriptor>
