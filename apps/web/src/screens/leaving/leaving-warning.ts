import { plural, t } from '@lingui/core/macro'

interface Irrevocable {
  /** The number of API keys to delete. */
  readonly keys: number
  /** The number of groups to leave. */
  readonly groups: number
  readonly isReader: boolean
}

/** The warning before an ending that cannot be undone, with counts. */
export function warningOf({ keys, groups, isReader }: Irrevocable): string {
  const sentences = [
    keys > 0 &&
      plural(keys, {
        one: '# API key is deleted: the programs that use it stop working.',
        other: '# API keys are deleted: the programs that use them stop working.',
      }),
    groups > 0 &&
      plural(groups, {
        one: '# group is left, with what it permits.',
        other: '# groups are left, with what they permit.',
      }),
    isReader && groups > 0 && t`This is your own account: you are about to lock yourself out.`,
    t`This cannot be undone.`,
  ]
  return sentences.filter(Boolean).join(' ')
}
