import type postgres from 'postgres'

/** Location types that all tenants share, from large to small; their ids end in 20 to 26. */
export const sharedLocationTypes = [
  { name: 'Site', description: 'A campus or an address.', icon: 'map-pin' },
  { name: 'Building', description: 'A building, or a part with an entrance of its own.', icon: 'building' },
  { name: 'Floor', description: 'A storey of a building.', icon: 'layers' },
  { name: 'Room', description: 'A room with a door.', icon: 'door' },
  { name: 'Area', description: 'A part of a room, a floor or a site.', icon: 'square' },
  { name: 'Storage', description: 'A cupboard, shelf or box in which things are kept.', icon: 'archive' },
  { name: 'Vehicle', description: 'A car, van or trailer.', icon: 'truck' },
].map((type, at) => ({ id: `01K000000000000000000000${20 + at}` as const, ...type, position: at + 1 }))

/** Inserts the rows while the root tenant is selected. */
export async function seedLocationTypes(sql: postgres.TransactionSql): Promise<void> {
  for (const { id, name, description, icon, position } of sharedLocationTypes)
    await sql`insert into location_types (id, name, description, icon, position)
      values (${id}, ${name}, ${description}, ${icon}, ${position}) on conflict do nothing`
}
