import { operationGroups, type TokenRequest } from '@commonhold/contract'
import { invalid } from '../base/problem.ts'
import { implement } from '../store/implement.ts'
import { type AuthenticationServices, refresh, signIn, tokenAnswer } from './authentication.service.ts'
import { verifyEmail } from './email-verification.service.ts'
import { requestPasswordReset, resetPassword } from './password-reset.service.ts'

const INSTRUCTIONS = 'If there is an account with this address, instructions will be sent to it.'

/** The email address or username of a sign-in, from either member. */
function nameIn({ email, username }: TokenRequest): string {
  const [name, other] = [email, username].filter((one) => one !== undefined)
  if (name !== undefined && other === undefined) return name
  throw invalid({
    field: 'email',
    code: 'exactly_one_of',
    message: 'send either email or username; both accept an email address or a username',
  })
}

export const authHandlers = (services: AuthenticationServices) =>
  implement(operationGroups.auth, {
    getSignUp: async () => ({ sign_up: services.signUp, tenant_creation: services.tenantCreation }),
    token: async ({ body }, context) =>
      tokenAnswer(services, await signIn(services, nameIn(body), body.password, context)),
    refresh: async ({ body }, context) => tokenAnswer(services, await refresh(body.refresh_token, context)),
    forgotPassword: async ({ body }, context) => {
      await requestPasswordReset(services, body.email, context)
      return { message: INSTRUCTIONS }
    },
    resetPassword: async ({ body }, context) => {
      await resetPassword(services, body, context)
      return undefined
    },
    verifyEmail: async ({ body }, context) => {
      await verifyEmail(services, body.token, context)
      return undefined
    },
  })
