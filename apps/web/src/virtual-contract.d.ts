/** Made by vite/slim-contract.ts. */
declare module 'virtual:contract' {
  type Contract = import('@commonhold/contract').ApiContract
  // The resources that the page calls, without their schemas: enough to make a client, typed as the whole.
  export const assetModels: Contract['assetModels']
  export const assets: Contract['assets']
  export const auth: Contract['auth']
  export const invitations: Contract['invitations']
  export const issueTypes: Contract['issueTypes']
  export const issues: Contract['issues']
  export const me: Contract['me']
  export const users: Contract['users']
  /** Which states each move of an asset leaves and enters. */
  export const assetMoves: Readonly<
    Record<
      keyof typeof import('@commonhold/contract').assetLifecycle.moves,
      {
        readonly from: readonly import('@commonhold/contract').AssetStatus[]
        readonly to: import('@commonhold/contract').AssetStatus
      }
    >
  >
  /** What the service takes for an e-mail address. */
  export const EMAIL_PATTERN: RegExp
}
