import { plural, t } from '@lingui/core/macro'

interface Ending {
  /** The number of API keys to delete. */
  readonly keys: number
  /** The number of groups to leave. */
  readonly groups: number
  readonly isReader: boolean
}

/** The warning about what ends access, with counts. Only the deletion of keys cannot be undone. It is empty without either. */
export function warningOf({ keys, groups, isReader }: Ending): string {
  const sentences = [
    keys > 0 &&
      plural(keys, {
        one: '# API key is deleted: the programs that use it stop working. This cannot be undone.',
        other: '# API keys are deleted: the programs that use them stop working. This cannot be undone.',
      }),
    groups > 0 &&
      plural(groups, {
        one: '# group is left, with what it permits.',
        other: '# groups are left, with what they permit.',
      }),
    isReader && groups > 0 && t`This is your own account: you are about to lock yourself out.`,
  ]
  return sentences.filter(Boolean).join(' ')
}
