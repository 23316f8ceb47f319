import type { Accounts } from './accounts.ts'
import { type Places, schoolPlans } from './places.ts'
import { at, type DemoService, eachOf } from './service.ts'

const sharedItems = [
  { name: 'Student information system', ci_type: 'business_service', criticality: 'high' },
  { name: 'Learning platform', ci_type: 'business_service', criticality: 'high' },
  { name: 'Email', ci_type: 'business_service', criticality: 'high' },
  { name: 'District firewall', ci_type: 'network_device', criticality: 'high' },
  { name: 'Virtual host 1', ci_type: 'server', criticality: 'high' },
  { name: 'Database server', ci_type: 'virtual_machine', criticality: 'medium' },
  { name: 'Print server', ci_type: 'virtual_machine', criticality: 'low' },
] as const

/** Which item needs which: source, kind, target. */
const relationships = [
  ['Student information system', 'depends_on', 'Database server'],
  ['Learning platform', 'depends_on', 'Database server'],
  ['Database server', 'runs_on', 'Virtual host 1'],
  ['Print server', 'runs_on', 'Virtual host 1'],
  ['Student information system', 'depends_on', 'District firewall'],
  ['Learning platform', 'depends_on', 'District firewall'],
  ['Email', 'depends_on', 'District firewall'],
] as const

/** What the district runs: services, servers and the network of each school. Answers the ids, in their order. */
export async function makeServices(
  service: DemoService,
  { technician }: Accounts,
  places: Places,
  moment: Date,
): Promise<string[]> {
  const client = service.as(technician, moment)
  const networks = schoolPlans.map(({ code }, place) => ({
    name: `Wi-Fi ${code}`,
    ci_type: 'network' as const,
    criticality: 'medium' as const,
    location_id: at(places.schools, place).storeId,
  }))
  const plans = [...sharedItems, ...networks]
  const items = await eachOf(plans, (item) =>
    client.configurationItems.create({ ...item, status: 'active', environment: 'production' }),
  )
  const ids = new Map(items.map(({ name, id }) => [name, id]))
  const links = [
    ...relationships,
    ...networks.map(({ name }) => [name, 'connects_to', 'District firewall'] as const),
  ]
  await eachOf(links, ([source, relationship_type, target]) =>
    client.configurationItems.relationships.create(
      { ci_id: ids.get(source) ?? '' },
      { target_id: ids.get(target) ?? '', relationship_type },
    ),
  )
  return items.map(({ id }) => id)
}
