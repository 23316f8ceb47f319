import { z } from 'zod'

/** The key of a catalogue record: what programs know it by. */
export const catalogueKey = () =>
  z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,47}$/)
    .meta({
      description: 'What programs know it by; unique in the tenant, fixed once made.',
      examples: ['grade_4'],
    })

/** A share of full time, from 0 to 1 with at most 4 decimals. */
export const fullTimeEquivalency = () =>
  z
    .number()
    .min(0)
    .max(1)
    .meta({ description: 'Share of full time, from 0 to 1 with at most 4 decimals.', examples: [0.5] })
