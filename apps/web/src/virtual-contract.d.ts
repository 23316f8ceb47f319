/** Made by vite/slim-contract.ts. */
declare module 'virtual:contract' {
  /** The contract without its schemas: enough to make a client, typed as the whole. */
  export const contract: import('@commonhold/contract').ApiContract
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
