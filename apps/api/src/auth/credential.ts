import type { ApiKeyCredential } from './api-keys.ts'
import type { AccessToken } from './tokens.ts'

/** The credential of a request: the access token of a session, or an API key. */
export type Credential = AccessToken | ApiKeyCredential

/** The id by which requests are counted: that of the session or of the API key. */
export const credentialIdOf = (credential: Credential): string =>
  credential.sessionId === null ? credential.apiKeyId : credential.sessionId
