import { auth } from './auth.ts'
import { me } from './me.ts'
import { users } from './users.ts'

export * from './auth.ts'
export { EMAIL_MAX_LENGTH, EMAIL_PATTERN, USERNAME_PATTERN } from './identity-names.ts'
export { Me, Session, SignInForm, SignUpRequest } from './me.ts'
export { User, UserCreate } from './users.ts'

export const systemGroups = { auth, users, me }
