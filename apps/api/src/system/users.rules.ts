import { redactableUserMembers } from '@commonhold/contract'

/** A user with everything that there is to see. */
export const wholeUser = <U extends object>(user: U) => ({ ...user, redacted: [] as string[] })

/** A user as those see the user who may not read accounts: names and picture. */
export const redactedUser = <U extends object>(user: U) => ({
  ...user,
  ...(Object.fromEntries(redactableUserMembers.map((member) => [member, null])) as Record<
    (typeof redactableUserMembers)[number],
    null
  >),
  redacted: [...redactableUserMembers] as string[],
})

const isRedactable = (member: string) => redactableUserMembers.some((one) => one === member)

/** True for a query that filters or sorts by a member that is redacted, so that its answer would tell of it. */
export const asksOfRedacted = ({ sort = [], ...query }: { readonly sort?: readonly string[] | undefined }) =>
  sort.some((order) => isRedactable(order.replace(/^-/, ''))) ||
  Object.entries(query).some(
    ([parameter, value]) => value !== undefined && isRedactable(parameter.replace(/__(gte|lt|is_null)$/, '')),
  )
