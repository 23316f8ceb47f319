import type { ApiKeyCredential } from './api-keys.ts'
import type { AccessToken } from './tokens.ts'

/** What a request is authenticated by: the access token of a session, or an API key. */
export type Credential = AccessToken | ApiKeyCredential

/** What requests are counted by: the session or the key. */
export const holderOf = (credential: Credential): string =>
  credential.sessionId === null ? credential.apiKeyId : credential.sessionId
