import type { Desk } from '../../work/desk.ts'
import { createPerson } from '../../world.ts'
import { type AdviceCase, newName, nothing } from './advice.ts'

async function newPlace({ client }: Desk): Promise<string> {
  const { id: type_id } = await client.locationTypes.create({ name: newName() })
  return (await client.locations.create({ name: newName(), type_id })).id
}

/** A stock of ten pieces at one location, of which a person has `held`. */
async function stock(desk: Desk, held = 0) {
  const { client, service, tenantId } = desk
  const [place, person_id] = [await newPlace(desk), await createPerson(service, tenantId)]
  const { id: model_id } = await client.assetModels.create({ name: newName(), tracking_type: 'countable' })
  const { id: asset_id } = await client.assets.create({
    model_id,
    name: newName(),
    quantity: 10,
    location_id: place,
  })
  const assign = (quantity: number) => client.assetAssignments.create({ asset_id, person_id, quantity })
  const assignment_id = held === 0 ? '' : (await assign(held)).id
  return { asset_id, assignment_id, place, person_id, assign }
}

export const stockAdvice: readonly AdviceCase[] = [
  {
    name: 'more pieces than are available',
    code: 'insufficient_quantity',
    advice: /Ask for at most `available_quantity` pieces/,
    arrange: async (desk) => {
      const { asset_id, assign } = await stock(desk, 4)
      const { available_quantity } = await desk.client.assets.get({ asset_id })
      return { send: () => assign(8), instead: () => assign(available_quantity) }
    },
  },
  {
    name: 'more pieces than are available while others are assigned',
    code: 'insufficient_quantity',
    advice: /or close assignments first/,
    arrange: async (desk) => {
      const { assignment_id, assign } = await stock(desk, 4)
      return {
        send: () => assign(8),
        follow: () => desk.client.assetAssignments.close({ assignment_id }),
      }
    },
  },
  {
    name: 'more pieces than lie at a place',
    code: 'insufficient_quantity',
    advice: /send another location \(GET/,
    arrange: async (desk) => {
      const { asset_id, place, person_id } = await stock(desk)
      const yard = await newPlace(desk)
      await desk.client.assetCirculations.create({
        asset_id,
        circulation_type: 'move',
        from_location_id: place,
        location_id: yard,
        quantity: 2,
      })
      const issue = (location_id: string) =>
        desk.client.assetCirculations.create({
          asset_id,
          circulation_type: 'issue',
          person_id,
          location_id,
          quantity: 5,
        })
      return { send: () => issue(yard), named: { params: { asset_id } }, instead: () => issue(place) }
    },
  },
  {
    name: 'fewer pieces than are assigned',
    code: 'insufficient_quantity',
    advice: /Close assignments first/,
    arrange: async (desk) => {
      const { asset_id, assignment_id } = await stock(desk, 4)
      return {
        send: () => desk.client.assets.update({ asset_id }, { quantity: 3 }),
        follow: () => desk.client.assetAssignments.close({ assignment_id }),
      }
    },
  },
  {
    name: 'a stock-take that finds nothing',
    code: 'insufficient_quantity',
    advice: /Record the reason with POST/,
    arrange: async (desk) => {
      const { asset_id, place } = await stock(desk)
      return {
        send: () =>
          desk.client.assetCirculations.create({
            asset_id,
            circulation_type: 'confirm_location',
            location_id: place,
            quantity: 0,
          }),
        named: { params: { asset_id } },
        instead: nothing,
      }
    },
  },
  {
    name: 'a return of pieces that nobody has',
    code: 'wrong_holder',
    advice: /Record new pieces with receive/,
    arrange: async (desk) => {
      const { asset_id, place } = await stock(desk)
      const bring = (circulation_type: 'return' | 'receive') =>
        desk.client.assetCirculations.create({ asset_id, circulation_type, location_id: place, quantity: 1 })
      return { send: () => bring('return'), instead: () => bring('receive') }
    },
  },
  {
    name: 'a return of more pieces than somebody has',
    code: 'insufficient_quantity',
    advice: /Return at most that many/,
    arrange: async (desk) => {
      const { asset_id, person_id } = await stock(desk, 4)
      const returnPieces = (quantity: number) =>
        desk.client.assetCirculations.create({ asset_id, circulation_type: 'return', person_id, quantity })
      return { send: () => returnPieces(5), instead: () => returnPieces(4) }
    },
  },
  {
    name: 'a restoration of more pieces than were missing',
    code: 'insufficient_quantity',
    advice: /Restore at most that many/,
    arrange: async (desk) => {
      const { asset_id } = await stock(desk)
      await desk.client.assets.markLost({ asset_id })
      const restore = (quantity: number) => desk.client.assets.restore({ asset_id }, { quantity })
      return { send: () => restore(11), instead: () => restore(10) }
    },
  },
  {
    name: 'a move of pieces that persons have',
    code: 'insufficient_quantity',
    advice: /All pieces are assigned to persons\. Record a return first/,
    arrange: async (desk) => {
      const { asset_id, place, person_id } = await stock(desk, 10)
      const yard = await newPlace(desk)
      const record = { asset_id, location_id: yard }
      return {
        send: () => desk.client.assetCirculations.create({ ...record, circulation_type: 'move' }),
        follow: () =>
          desk.client.assetCirculations.create({
            asset_id,
            circulation_type: 'return',
            person_id,
            location_id: place,
          }),
      }
    },
  },
  {
    name: 'pieces that are assigned to the place where they lie',
    code: 'insufficient_quantity',
    advice: /or close the assignment of the location first/,
    arrange: async (desk) => {
      const { asset_id, place, person_id } = await stock(desk)
      const { id: assignment_id } = await desk.client.assetAssignments.create({
        asset_id,
        location_id: place,
        quantity: 10,
      })
      // Ten more pieces, so that the total is sufficient.
      const yard = await newPlace(desk)
      const receive = { asset_id, circulation_type: 'receive', location_id: yard, quantity: 10 } as const
      await desk.client.assetCirculations.create(receive)
      return {
        send: () =>
          desk.client.assetCirculations.create({
            asset_id,
            circulation_type: 'issue',
            person_id,
            location_id: place,
            quantity: 4,
          }),
        follow: () => desk.client.assetAssignments.close({ assignment_id }),
      }
    },
  },
  {
    name: 'a past assignment of more pieces than there are',
    code: 'insufficient_quantity',
    advice: /Send at most that many/,
    arrange: async (desk) => {
      const { asset_id, person_id } = await stock(desk)
      const past = { asset_id, person_id, start_date: '2024-01-01', end_date: '2024-02-01' }
      const assign = (quantity: number) => desk.client.assetAssignments.create({ ...past, quantity })
      return { send: () => assign(11), instead: () => assign(10) }
    },
  },
]
