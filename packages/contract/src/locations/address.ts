import { z } from 'zod'
import { line, name, nullable } from '../kernel/schema.ts'

const members = {
  line1: nullable(name()).meta({ description: 'Street and number.', examples: ['Bahnhofstrasse 1'] }),
  line2: nullable(name()).meta({
    description: 'Second line, below the street.',
    examples: ['Rear building'],
  }),
  postal_code: nullable(line(32)).meta({ description: 'Postal code.', examples: ['8001'] }),
  city: nullable(name()).meta({ description: 'City or town.', examples: ['Zürich'] }),
  region: nullable(name()).meta({ description: 'State, province or canton.', examples: ['ZH'] }),
  country: nullable(z.string().regex(/^[A-Z]{2}$/)).meta({
    description: 'Country (ISO 3166-1 alpha-2).',
    examples: ['CH'],
  }),
}

const address = z.object(members).meta({ id: 'Address', description: 'A postal address.' })
const addressInput = z.strictObject(members).partial().meta({
  id: 'AddressInput',
  description:
    'Changes to a postal address. Members that are left out stay as they are; null instead of the address clears all of them.',
})

export interface Address extends z.infer<typeof address> {}
export interface AddressInput extends z.infer<typeof addressInput> {}
/** A postal address. */
export const Address: z.core.$ZodType<Address, Address> = address
/** Changes to a postal address; members that are left out stay as they are. */
export const AddressInput: z.core.$ZodType<AddressInput, AddressInput> = addressInput
