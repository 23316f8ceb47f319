import { type EndpointSpec, problemsOf } from '../endpoint.ts'
import { type ProblemCode, problems } from '../problems.ts'
import { headerRefs, type ResponseHeader } from './headers.ts'
import { type JsonObject, pascalCase, ref } from './types.ts'

/** Example values of the members that only some problems have. */
const facts: { readonly [C in ProblemCode]?: JsonObject } = {
  unsupported_api_version: { supported: ['v1'] },
  permission_denied: {
    detail: 'You need the permission assets:write; an owner of the tenant can grant it.',
    required_permission: 'assets:write',
  },
  invalid_transition: { current_state: 'disposed', allowed_operations: ['archive'] },
  already_exists: { field: 'name' },
  dependent_item_exists: { dependents: { assets: 3 } },
  asset_already_assigned: { current_assignment_id: '01J9ZC6W3V8Q4M2T7XK5RNB0EH' },
  insufficient_quantity: { available_quantity: 2 },
  transition_not_available: {
    current_status: 'new',
    available: [{ id: '01J9ZC6W3V8Q4M2T7XK5RNB0EH', key: 'start', to_status: 'in_progress' }],
  },
  issue_blocked: {
    blockers: [{ id: '01J9ZC6W3V8Q4M2T7XK5RNB0EH', key: 'SD-12' }],
    children: [],
    hidden_blockers: 0,
    hidden_children: 0,
  },
  approval_required: { approval_status: 'requested' },
  quota_exceeded: { quota: 'issues', limit: 50_000 },
  rate_limited: { retry_after: 30 },
  unavailable: { retry_after: 1 },
  content_too_large: { limit: 1_048_576 },
  unsupported_media_type: { supported: ['application/json'] },
  validation_failed: {
    errors: [{ in: 'body', pointer: '/name', code: 'required', message: 'is required' }],
  },
}

const headersByStatus: Readonly<Record<number, readonly ResponseHeader[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

const media = 'application/problem+json'
const schema = ref('schemas', 'Problem')

/** A problem as the service answers it, for the examples of the document. */
function problemExample(code: ProblemCode): JsonObject {
  const { status, title, help } = problems[code]
  return {
    type: `/problems/${code}`,
    title,
    status,
    detail: help,
    instance: '/assets/01J9ZC6W3V8Q4M2T7XK5RNB0EH',
    code,
    request_id: '01J9ZC70FQ2S6H4W8B3MKXTY5D',
    ...facts[code],
  }
}

/** The shared answers, one for each code. An operation uses one if no other code of it has the same status. */
export function problemComponents() {
  const codes = Object.keys(problems) as ProblemCode[]
  return codes.map((code) => ({
    key: pascalCase(code),
    example: { summary: problems[code].title, value: problemExample(code) },
    response: {
      description: `${problems[code].title} (\`${code}\`). ${problems[code].help}`,
      headers: headerRefs(...(headersByStatus[problems[code].status] ?? [])),
      content: { [media]: { schema, examples: exampleRefs([code]) } },
    },
  }))
}

const exampleRefs = (codes: readonly ProblemCode[]) =>
  Object.fromEntries(codes.map((code) => [code, ref('examples', pascalCase(code))]))

/** The problems of an operation, by status. A status with one code refers to the shared answer. */
export function problemResponses(endpoint: EndpointSpec) {
  const byStatus = Map.groupBy(problemsOf(endpoint), (code) => problems[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [status, problemResponse(status, codes)] as const),
  )
}

function problemResponse(status: number, codes: readonly ProblemCode[]) {
  const [only, second] = codes
  if (only && !second) return ref('responses', pascalCase(only))
  return {
    description: codes.map((code) => `\`${code}\`: ${problems[code].title}.`).join(' '),
    headers: headerRefs(...(headersByStatus[status] ?? [])),
    content: { [media]: { schema, examples: exampleRefs(codes) } },
  }
}
