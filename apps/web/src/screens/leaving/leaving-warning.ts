import { plural, t } from '@lingui/core/macro'

interface Irrevocable {
  /** How many are deleted. */
  readonly keys: number
  /** How many are left. */
  readonly groups: number
  readonly isReader: boolean
}

/** What cannot be undone, with its counts. */
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
