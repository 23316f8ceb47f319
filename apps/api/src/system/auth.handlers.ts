import { contract } from '@commonhold/contract'
import { implement } from '../kernel/implement.ts'
import { type AuthenticationServices, refresh, signIn, tokenAnswer } from './authentication.ts'

const INSTRUCTIONS = 'If there is an account with this address, instructions will be sent to it.'

export const authHandlers = (services: AuthenticationServices) =>
  implement(contract.auth, {
    getSignUp: async () => ({ sign_up: services.signUp }),
    token: async ({ body }, context) =>
      tokenAnswer(services, await signIn(services, body.email, body.password, context)),
    refresh: async ({ body }, context) => tokenAnswer(services, await refresh(body.refresh_token, context)),
    forgotPassword: async () => ({ message: INSTRUCTIONS }),
  })
