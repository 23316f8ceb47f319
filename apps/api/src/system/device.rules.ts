import Bowser from 'bowser'

/** A client in words, from its User-Agent: `Firefox on Linux`. Null when it is not recognised. */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null
  const { browser, os } = Bowser.parse(userAgent)
  return [browser.name, os.name].filter(Boolean).join(' on ') || null
}
