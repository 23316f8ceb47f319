import { z } from 'zod'
import { brief } from './include.ts'
import { nullable } from './schema.ts'

/** The brief of a user, for records that include users. */
export const userBrief = brief('user', 'UserBrief', 'A user that another record includes.', {
  name: nullable(z.string()).meta({
    description: 'Display name, or first and last name; null = none.',
    examples: ['Kim Okafor'],
  }),
})
