import { assetModels } from './assets/asset-models.ts'
import { assets } from './assets/assets.ts'
import { auth } from './system/auth.ts'
import { me } from './system/me.ts'
import { users } from './system/users.ts'

export * from './assets/asset-models.ts'
export * from './assets/assets.ts'
export * from './kernel/index.ts'
export * from './system/auth.ts'
export { EMAIL_MAX_LENGTH, EMAIL_PATTERN, USERNAME_PATTERN } from './system/identity-names.ts'
export { Me, Session, SignInForm, SignUpRequest } from './system/me.ts'
export { User, UserCreate } from './system/users.ts'

/** The interface: every operation, by group and name. */
export const contract = { auth, users, me, assetModels, assets }

/** Type of the contract; `Client<ApiContract>` is the type of its client. */
export type ApiContract = typeof contract
