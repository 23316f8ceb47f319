import { newId } from '../../../src/kernel/ids.ts'
import { PASSWORD } from '../../service.ts'
import type { SamplesOf } from '../sample.ts'

const newEmail = () => `${newId().toLowerCase()}@example.org`

export const systemSamples: SamplesOf<'auth' | 'users' | 'me'> = {
  auth: {
    others: {
      token: async ({ worlds }) => ({
        body: { email: (await worlds.service.signUp()).email, password: PASSWORD },
      }),
      refresh: async ({ worlds }) => ({
        body: { refresh_token: (await worlds.service.signUp()).refreshToken },
      }),
      forgotPassword: async () => ({ body: { email: newEmail() } }),
    },
  },
  users: {
    others: { create: async () => ({ body: { email: newEmail(), password: PASSWORD } }) },
  },
  me: {
    others: {
      signUp: async () => ({ body: { email: newEmail(), password: PASSWORD, display_name: 'Ada' } }),
      signIn: async ({ worlds }) => ({
        body: { username: (await worlds.service.signUp()).email, password: PASSWORD },
      }),
      signOut: async ({ worlds }) => ({
        token: (await worlds.service.signUp()).token,
        headers: { 'x-tenant-id': null },
      }),
      get: async () => ({}),
      listSessions: {
        call: async ({ worlds }) => {
          const { email, token } = await worlds.service.signUp()
          for (let n = 0; n < 5; n += 1)
            await worlds.service.anonymous.auth.token({ email, password: PASSWORD })
          return { token, headers: { 'x-tenant-id': null } }
        },
        more: async ({ worlds }, { token }) => {
          const { email } = await worlds.service.as(token ?? '').me.get()
          return worlds.service.anonymous.auth.token({ email, password: PASSWORD })
        },
      },
    },
  },
}
