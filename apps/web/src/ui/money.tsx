import { moneyText, useLook } from '../preferences.ts'

interface MoneyProps {
  readonly amount: number
  /** Three letters, such as EUR; null if the currency is not known. */
  readonly currency: string | null
}

/** An amount of money in the reader's format. */
export function Money({ amount, currency }: MoneyProps) {
  return <span>{moneyText(amount, currency, useLook())}</span>
}
