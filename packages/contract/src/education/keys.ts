import { z } from 'zod'
import { verbatim } from '../kernel/schema.ts'

/** The key of a catalogue record: what programs know it by. */
export const catalogueKey = () =>
  z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,47}$/)
    .meta({
      description: 'What programs know it by; unique in the tenant, fixed once made.',
      examples: ['grade_4'],
    })

/** An address on the web. */
export const webAddress = () => verbatim(2_048).regex(/^https?:\/\/[^\s/?#]+\S*$/)

/** A share of full time, from 0 to 1 with at most 4 decimals. */
export const fullTimeEquivalency = () =>
  z
    .number()
    .min(0)
    .max(1)
    .meta({ description: 'Share of full time, from 0 to 1 with at most 4 decimals.', examples: [0.5] })
