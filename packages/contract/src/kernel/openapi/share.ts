import { operationsOf } from './operations-of.ts'
import { asJson, type JsonObject, type OpenAPIObject, pascalCase, ref } from './types.ts'

/** Moves parameters and answers that are equal in several operations to components, and refers to them. */
export function shareEqualParts(document: OpenAPIObject) {
  // Safe casts: the generator has registered both sections, and `operation.ts` gives each operation all of `Parts`.
  const components = asJson(document.components ?? {}) as Record<'parameters' | 'responses', JsonObject>
  const operations = operationsOf(document).map(({ operation }) => asJson(operation) as JsonObject & Parts)
  const parameters = new Shared('parameters', components.parameters)
  const responses = new Shared('responses', components.responses)
  for (const { operationId, parameters: own, responses: answers } of operations) {
    for (const parameter of own) parameters.count(parameter, nameOfParameter(parameter, operationId))
    for (const answer of Object.values(answers)) responses.count(answer, nameOfAnswer(answer, operationId))
  }
  for (const operation of operations) {
    operation.parameters = operation.parameters.map((one) => parameters.replaced(one))
    for (const [status, answer] of Object.entries(operation.responses))
      operation.responses[status] = responses.replaced(answer)
  }
}

interface Parts {
  operationId: string
  parameters: JsonObject[]
  responses: Record<string, JsonObject>
}

/** All parameters, or all answers, by their JSON text. */
class Shared {
  private readonly section: string
  private readonly components: JsonObject
  private readonly parts = new Map<string, { readonly names: readonly string[]; uses: number }>()
  private readonly keys = new Map<string, string>()

  constructor(section: string, components: JsonObject) {
    this.section = section
    this.components = components
  }

  /** Counts a use; `names` are possible names of the component, the best first. */
  count(part: JsonObject, names: readonly string[]) {
    const text = JSON.stringify(part)
    const known = this.parts.get(text)
    if (known) known.uses += 1
    else if (!part.$ref) this.parts.set(text, { names, uses: 1 })
  }

  /** Returns a reference to the component if there are several uses, else the part itself. */
  replaced(part: JsonObject): JsonObject {
    const text = JSON.stringify(part)
    const { names, uses } = this.parts.get(text) ?? { names: [], uses: 0 }
    if (uses < 2) return part
    const key = this.keys.get(text) ?? names.find((name) => !(name in this.components))
    if (key === undefined) return part
    this.keys.set(text, key)
    this.components[key] = part
    return ref(this.section, key)
  }
}

/** `status` -> `StatusQuery`; a different one with the same name is `StatusQueryOfListAssets`. */
function nameOfParameter({ name }: JsonObject, operationId: string): string[] {
  const key = `${pascalCase(String(name).replaceAll('__', '_'))}Query`
  return [key, `${key}Of${pascalCase(operationId)}`]
}

/** Named by the problems that it can contain: `PermissionDeniedOrTenantAccessDenied`. */
function nameOfAnswer(answer: JsonObject, operationId: string): string[] {
  const [media] = Object.values((answer.content ?? {}) as Record<string, JsonObject>)
  const codes = Object.keys((media?.examples ?? {}) as object)
  const shown = codes.map(pascalCase).join('Or')
  return codes.length > 0
    ? [shown, `${shown}Of${pascalCase(operationId)}`]
    : [`Answer${pascalCase(operationId)}`]
}
