import { z } from 'zod'
import type { EndpointSpec } from '../endpoint.ts'

/** Descriptions of answers that the general wording does not fit, by the name of their schema. */
const sentences: Readonly<Record<string, string>> = {
  AssetStock: 'The pieces of the asset, by location.',
  ImpactedItem: 'The items that are affected.',
  Me: 'The signed-in user, and the selected tenant and project.',
  Message: 'A message for the user.',
  MyGroup: 'A page of the groups that the signed-in user is in; as CSV or lines of JSON all of them.',
  MyPermissions: 'The permissions of the signed-in user in the selected tenant.',
  Preferences: 'The preferences of the signed-in user.',
  SignUpPolicy: 'Who may create an account.',
  Tokens: 'The tokens of the session.',
}

/** Describes a successful answer: `AssetModel` -> `A page of asset models.` */
export function answerDescription(endpoint: EndpointSpec, body: z.core.$ZodType): string {
  const items = body instanceof z.ZodArray ? body.element : undefined
  const name = ((items ?? body) as z.ZodType).meta()?.id ?? 'value'
  const sentence = sentences[name]
  if (sentence) return sentence
  const noun = name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  if (endpoint.collection) return `A page of ${pluralOf(noun)}; as CSV or lines of JSON all of them.`
  if (items) return `All ${pluralOf(noun)}.`
  if (endpoint.success.status === 201) return `The new ${noun}.`
  if (endpoint.path.startsWith('/me/current-')) return `The selected ${noun}.`
  return endpoint.method === 'get' ? `The ${noun}.` : `The ${noun} after the change.`
}

function pluralOf(noun: string): string {
  if (noun.endsWith('y')) return `${noun.slice(0, -1)}ies`
  return noun.endsWith('s') ? `${noun}es` : `${noun}s`
}
