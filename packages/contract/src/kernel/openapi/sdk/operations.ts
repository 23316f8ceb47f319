import { exportTypes } from '../../exports.ts'
import type { Json, JsonObject } from '../types.ts'
import { ref } from '../types.ts'
import { sdkSchema } from './schemas.ts'

/**
 * Parameters that are left out. The headers would be arguments of every call, but few clients need them; `columns`
 * belongs to exports, which generated clients do not support.
 */
const dropped = new Set(['X-API-Version', 'X-Request-Id', 'columns'])

const exports: readonly string[] = exportTypes

type Sections = Readonly<Record<string, JsonObject>>

/** Reduces an operation to parameters, bodies and answers that every generator supports. */
export function sdkOperation(operation: JsonObject, sections: Sections): JsonObject {
  const parameters = ((operation.parameters ?? []) as JsonObject[]).map((one) => resolved(one, sections))
  const open = parameters.filter(isOpen)
  const { requestBody, responses, ...rest } = operation
  return {
    ...rest,
    description: [operation.description, ...open.map(({ description }) => description)].join(' '),
    parameters: parameters.filter((one) => !isOpen(one) && !dropped.has(String(one.name))).map(sdkParameter),
    ...(requestBody ? { requestBody: sdkBody(requestBody as JsonObject, sections) } : {}),
    responses: sdkAnswers(responses as JsonObject, sections),
  }
}

/** Resolves a reference to a component. */
function resolved(value: JsonObject, sections: Sections): JsonObject {
  const [section, name] = String(value.$ref ?? '')
    .split('/')
    .slice(2)
  return section && name ? (sections[section]?.[name] as JsonObject) : value
}

/** Parameters whose names the tenant's data defines. Generators do not support them, so the description mentions them. */
const isOpen = ({ schema }: JsonObject) => (schema as JsonObject).type === 'object'

function sdkParameter({ schema, ...parameter }: JsonObject): JsonObject {
  return { ...parameter, schema: sdkSchema(schema as JsonObject) }
}

/** Keeps one media type: a merge patch has the same form as JSON. The enums of a form are inlined. */
function sdkBody(body: JsonObject, sections: Sections): JsonObject {
  const [[media, { schema }] = ['', {}]] = Object.entries(body.content as Record<string, JsonObject>)
  const isForm = media.endsWith('form-urlencoded')
  const content = isForm ? formOf(resolved(schema as JsonObject, sections), sections) : schema
  return { ...body, content: { [media]: { schema: sdkSchema(content as JsonObject) } } }
}

function formOf(form: JsonObject, sections: Sections): JsonObject {
  const members = Object.entries(form.properties as JsonObject)
  const inline = members.map(([name, member]) => [name, resolved(member as JsonObject, sections)])
  return { ...form, properties: Object.fromEntries(inline) }
}

/** Keeps the successful answers, and uses one answer for all errors; its `code` names the problem. */
function sdkAnswers(answers: JsonObject, sections: Sections): JsonObject {
  const entries = Object.entries(answers).map(([status, value]): [string, Json] => {
    if (Number(status) >= 400) return [status, ref('responses', REFUSED)]
    const answer = resolved(value as JsonObject, sections)
    const every = Object.entries((answer.content ?? {}) as Record<string, JsonObject>)
    const content = every.filter(([media]) => !exports.includes(media))
    const { 'X-API-Version': _, ...headers } = (answer.headers ?? {}) as JsonObject
    return [
      status,
      {
        ...answer,
        headers,
        ...(content[0] ? { content: Object.fromEntries(content.map(sdkMedia)) } : {}),
      },
    ]
  })
  return Object.fromEntries(entries.filter(([status]) => status !== '304'))
}

/** Removes the examples, which only people need. */
const sdkMedia = ([media, { schema }]: [string, JsonObject]): [string, Json] => [
  media,
  { schema: sdkSchema(schema as JsonObject) },
]

/** Name of the component for every answer with a status from 400 on. */
export const REFUSED = 'Refused'

/** The shared answer for refused requests. */
export const refused: JsonObject = {
  description: 'The request is refused; `code` identifies the problem, and `detail` explains what to do.',
  content: { 'application/problem+json': { schema: ref('schemas', 'Problem') } },
}
