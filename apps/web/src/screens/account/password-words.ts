import { useLingui } from '@lingui/react/macro'
import type { PasswordTexts } from '../../password-fault.ts'
import type { PasswordButton } from '../../ui/field.tsx'

/** What the fields of passwords say, in the language of the page; those before the sign-in are in English. */
export function usePasswordWords() {
  const { t } = useLingui()
  const button: PasswordButton = {
    show: t`Show`,
    hide: t`Hide`,
    showPassword: t`Show password`,
    hidePassword: t`Hide password`,
  }
  const faults: PasswordTexts = {
    missing: t`Choose a password.`,
    short: t`Use at least 8 characters.`,
    long: t`Use at most 256 characters.`,
  }
  return { button, faults }
}
