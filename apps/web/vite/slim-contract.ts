import { assetLifecycle, contract, EMAIL_PATTERN, mapEndpoints, withoutSchemas } from '@commonhold/contract'
import type { Plugin } from 'vite'

const NAME = 'virtual:contract'
const RESOLVED = `\0${NAME}`

/**
 * Gives the browser what a client needs of the contract and no schema. Without this, zod and every
 * resource would travel with the sign-in page.
 */
export function slimContract(): Plugin {
  return {
    name: 'commonhold:slim-contract',
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    load: (id) => (id === RESOLVED ? moduleText() : undefined),
  }
}

/** Each resource is an export of its own, so that the bundler leaves out those that the page does not import. */
function moduleText(): string {
  const resources = Object.entries(mapEndpoints(contract, withoutSchemas)).map(
    ([name, node]) => `export const ${name} = ${JSON.stringify(node)}`,
  )
  const moves = mapValues(assetLifecycle.moves, ({ from, to }) => ({ from, to }))
  return [
    ...resources,
    `export const assetMoves = ${JSON.stringify(moves)}`,
    `export const EMAIL_PATTERN = ${EMAIL_PATTERN}`,
  ].join('\n')
}

const mapValues = <T, R>(record: Readonly<Record<string, T>>, change: (value: T) => R) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
