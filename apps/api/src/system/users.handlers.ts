import { contract } from '@commonhold/contract'
import { implement } from '../kernel/implement.ts'
import { type AuthenticationServices, signUp } from './authentication.ts'

export const userHandlers = (services: AuthenticationServices) =>
  implement(contract.users, {
    create: async ({ body }, context) => (await signUp(services, body, context, false)).user,
  })
