import { type CodeMatch, operationGroups } from '@commonhold/contract'
import { assertTenant } from '../store/context.ts'
import { implement } from '../store/implement.ts'
import { codeStatement } from './code-statements.repository.ts'
import { addressedBy } from './codes.rules.ts'

/** Returns each record once, with the first of its members that matched. */
const withoutRepeats = (matches: readonly CodeMatch[]): CodeMatch[] =>
  [...new Map(matches.toReversed().map((match) => [match.id, match])).values()].toReversed()

export const codeHandlers = implement(operationGroups.codes, {
  get: async ({ params: { code } }, context) => {
    const addressed = addressedBy(code)
    const found = await context.reader.run(codeStatement(code, addressed), { code, ...addressed })
    await assertTenant(context)
    return withoutRepeats(found)
  },
})
