import { z } from 'zod'
import { brief } from './include.ts'
import { nullable } from './schema.ts'

/** A user as other records include one. */
export const userBrief = brief('user', 'UserBrief', 'A user, where another record includes it.', {
  name: nullable(z.string()).meta({
    description: 'Display name, or first and last name; null = none.',
    examples: ['Kim Okafor'],
  }),
})
