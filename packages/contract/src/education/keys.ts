import { z } from 'zod'

/** The key of a catalogue record, which programs use: at most 48 lower-case letters, digits and `_`. */
export const catalogueKey = () =>
  z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,47}$/)
    .meta({
      description: 'Name for programs; unique in the tenant, cannot be changed later.',
      examples: ['grade_4'],
    })

/** A share of full time, from 0 to 1 with at most 4 decimals. */
export const fullTimeEquivalency = () =>
  z
    .number()
    .min(0)
    .max(1)
    .meta({ description: 'Share of full time, from 0 to 1 with at most 4 decimals.', examples: [0.5] })
